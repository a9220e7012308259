/** From the datagram of an alarm host to the row on an open page's live stream, 200 alarms: p50 and p99, which may be 2 s. */
import { AlarmPanel } from '#simulators/AlarmPanel.ts'
import { register } from '#simulators/register.ts'
import { percentile } from './load.ts'
import type { Bench } from './run.ts'

const ALARMS = 200
const ZONES = 200
const LIMIT_MS = 2000

export async function alarm(bench: Bench): Promise<void> {
  const { product, appId, print } = bench
  const { api } = product
  const vendor = await api.post<{ id: string }>('/api/device/vendor', { name: '报警厂商', code: 'alarm', status: 1 })
  const model = await api.post<{ id: string }>('/api/device/model', {
    ...{ name: '主机', modelNo: 'ALARM-BENCH', vendorId: vendor.id, typeCode: 'alarmEquipmentClass', netType: 3 },
    ...{ protocol: 'dc09', spec: { zoneCount: ZONES } },
  })
  await api.post(`/api/device/model/${model.id}/publish`, {})
  const [host] = await register(api, 'alarmEquipmentClass', 1, appId, 'ALARM-BENCH', 'A1A')
  const panel = new AlarmPanel({
    ...{ host: '127.0.0.1', port: product.alarmPort, account: host!.deviceName, transport: 'udp' },
    key: Buffer.from(host!.secret, 'base64url'),
  })
  await panel.link()
  await new Promise(resolve => setTimeout(resolve, 1100))
  const stream = await openStream(product.httpPort, api.bearer, appId)
  const shown: number[] = []
  const acknowledged: number[] = []
  for (let no = 1; no <= ALARMS; no += 1) {
    const seen = stream.nextAlarm()
    const begun = performance.now()
    const answer = panel.alarm(no)
    await answer.then(({ kind }) => {
      if (kind !== 'ACK') throw new Error(`refused: ${kind}`)
      acknowledged.push(performance.now() - begun)
    })
    await seen
    shown.push(performance.now() - begun)
    // Not in step with the frames of the stream.
    await new Promise(resolve => setTimeout(resolve, Math.random() * 400))
  }
  stream.end()
  await panel.stop()
  const at = (times: number[], share: number): number => Math.round(percentile(times, share))
  print(
    `${ALARMS} alarms · acknowledged after COMMIT p50 ${at(acknowledged, 0.5)} ms p99 ${at(acknowledged, 0.99)} ms · on the page p50 ${at(shown, 0.5)} ms p99 ${at(shown, 0.99)} ms (limit ${LIMIT_MS} ms)`,
  )
  if (at(shown, 0.99) > LIMIT_MS) process.exitCode = 1
}

/** The stream of changes as the console reads it. */
async function openStream(port: number, token: string, appId: string) {
  const control = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/live?appId=${appId}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    signal: control.signal,
  })
  if (!response.ok || !response.body) throw new Error(`the stream was refused: ${response.status}`)
  let waiting: (() => void) | undefined
  const read = async (): Promise<void> => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()))
      if (chunk.includes('"type":"alarm"')) waiting?.()
  }
  // Ended by us.
  read().catch(() => {})
  return { nextAlarm: (): Promise<void> => new Promise(resolve => (waiting = resolve)), end: () => control.abort() }
}
