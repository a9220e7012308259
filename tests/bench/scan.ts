/** Answers to codes at QR readers over HTTP, 50 readers at once with signed calls: the 99th percentile, which may be 300 ms. */
import { QrReader } from '#simulators/QrReader.ts'
import { register } from '#simulators/register.ts'
import { percentile } from './load.ts'
import type { Bench } from './run.ts'

const READERS = 50
const ROUNDS = 30
const WARM_UP = 3
const LIMIT_MS = 300

export async function scan(bench: Bench): Promise<void> {
  const { product, appId, print } = bench
  const { api } = product
  const inApp = (path: string): string => `${path}?appId=${appId}`
  const vendor = await api.post<{ id: string }>('/api/device/vendor', { name: '扫码厂商', code: 'qr', status: 1 })
  const model = await api.post<{ id: string }>('/api/device/model', {
    ...{
      name: '读头',
      modelNo: 'QR-BENCH',
      vendorId: vendor.id,
      typeCode: 'qrcodeDevice',
      protocol: 'qrHttp',
      netType: 3,
    },
  })
  await api.post(`/api/device/model/${model.id}/publish`, {})
  const devices = await register(api, 'qrcodeDevice', READERS, appId)
  const doors = await product.sql<{ id: string }>(
    "select c.id from devices.component c join devices.device d on d.id = c.device_id where c.kind = 'door' and d.device_class = 'qrcodeDevice'",
  )
  const org = await api.post<{ id: string }>(inApp('/api/person/organization'), { name: '扫码', type: 1 })
  const person = await api.post<{ id: string }>(inApp('/api/person/person'), {
    ...{ name: '持码人', personNo: 'QR1', orgId: org.id, personType: 1 },
  })
  const group = await api.post<{ id: string }>(inApp('/api/person/authGroup'), {
    ...{ name: '扫码', doorIds: doors.map(door => door.id) },
  })
  await api.post(inApp(`/api/person/authGroup/${group.id}/addPeople`), { personIds: [person.id] })
  const { code } = await api.post<{ code: string }>(inApp('/api/person/code/issue'), {
    ...{ personId: person.id, validTo: new Date(Date.now() + 3_600_000).toISOString() },
  })
  const times: number[] = []
  await Promise.all(
    devices.map(async ({ deviceName, secret }) => {
      const reader = new QrReader({ host: '127.0.0.1', port: product.deviceHttpPort, deviceName, secret })
      for (let no = -WARM_UP; no < ROUNDS; no += 1) {
        const started = performance.now()
        const { opens, fields } = await reader.scan(code)
        if (!opens) throw new Error(`refused: ${JSON.stringify(fields)}`)
        if (no >= 0) times.push(performance.now() - started)
        // A person each second at every reader.
        await new Promise(resolve => setTimeout(resolve, 500 + Math.random() * 1000))
      }
      await reader.stop()
    }),
  )
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)].map(Math.round) as [number, number]
  print(`${times.length} codes at ${READERS} readers · p50 ${p50} ms · p99 ${p99} ms (limit ${LIMIT_MS} ms)`)
  if (p99 > LIMIT_MS) process.exitCode = 1
}
