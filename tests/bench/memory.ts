/** Memory of the server per idle connection, as the system counts it. */
import { readFileSync } from 'node:fs'
import type { Bench } from './run.ts'
import { loadClient, type LoadClient } from './load.ts'

const rssKb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

export async function memory(bench: Bench): Promise<void> {
  const { server } = bench.product.pids()
  const warm: LoadClient[] = []
  // The first connections fill pools and caches that later ones share.
  for (const device of bench.devices.slice(0, 100)) warm.push(await loadClient(bench.product.mqttPort, device))
  await pause(5000)
  const before = rssKb(server!)
  const clients: LoadClient[] = []
  for (const device of bench.devices.slice(100)) clients.push(await loadClient(bench.product.mqttPort, device))
  await pause(8000)
  const after = rssKb(server!)
  for (const client of [...warm, ...clients]) client.end()
  bench.say(
    `${((after - before) / clients.length).toFixed(1)} KB of RSS per idle connection at ${clients.length} (bar ≤ 12 KB at 5,000)`,
  )
  await pause(2000)
}
