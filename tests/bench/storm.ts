/** Two thousand devices dropped and reconnecting at once, while somebody uses the API. */
import type { Bench } from './run.ts'
import { loadClient, percentile, type LoadClient } from './load.ts'

export async function storm(bench: Bench): Promise<void> {
  const connectAll = async (): Promise<LoadClient[]> =>
    Promise.all(
      bench.devices.slice(0, 2000).map(async device => {
        for (;;) {
          const client = await loadClient(bench.product.mqttPort, device).catch(() => null)
          if (client) return client
          await new Promise(resolve => setTimeout(resolve, 500 + Math.random() * 1000))
        }
      }),
    )
  const first = await connectAll()
  for (const client of first) client.socket.destroy()
  let done = false
  let failed = 0
  const times: number[] = []
  const user = (async () => {
    while (!done) {
      const started = performance.now()
      await bench.product.api.get(`/api/device/bind/page?appId=${bench.appId}&size=20`).catch(() => (failed += 1))
      times.push(performance.now() - started)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  })()
  const started = performance.now()
  const again = await connectAll()
  const tookS = (performance.now() - started) / 1000
  done = true
  await user
  for (const client of again) client.end()
  bench.print(
    `${again.length} devices back in ${tookS.toFixed(1)} s (bar ≤ 30 s); meanwhile ${times.length} API calls, ${failed} failed, p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms (bar < 1 s)`,
  )
}
