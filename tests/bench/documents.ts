/** One document for 1,000 simulated devices over MQTT in one process: the time until every device has confirmed it. */
import { register } from '#simulators/register.ts'
import { simulate } from '#simulators/simulate.ts'
import type { Bench } from './run.ts'

const DEVICES = 1000
const PATIENCE_MS = 300_000
const LOOK_MS = 250

export async function documents(bench: Bench): Promise<void> {
  const { product, print } = bench
  const { api } = product
  const { id: appId } = await api.post<{ id: string }>('/api/admin/application', {
    ...{ name: '显示屏', industry: 1, deviceClasses: ['ledDevice'] },
  })
  const vendor = await api.post<{ id: string }>('/api/device/vendor', { name: '显示屏厂商', code: 'led', status: 1 })
  const model = await api.post<{ id: string }>('/api/device/model', {
    ...{ name: '显示屏', modelNo: 'LED-BENCH', vendorId: vendor.id, typeCode: 'ledDevice', protocol: 'alink' },
    ...{ netType: 3, spec: { rows: 4, cols: 8 } },
  })
  await api.post(`/api/device/model/${model.id}/publish`, {})
  const made = await register(api, 'ledDevice', DEVICES, appId)
  const boards = made.map(credentials =>
    simulate('ledDevice', { host: '127.0.0.1', port: product.mqttPort, credentials }),
  )
  for (const { device } of boards) device.start()
  const count = async (text: string): Promise<number> =>
    Number((await product.sql<{ n: string }>(`select count(*) as n from ${text}`))[0]!.n)
  await reach(() => count('devices.session where online'), 'online')
  const ids = await product.sql<{ id: string }>("select id from devices.device where device_class = 'ledDevice'")
  const began = performance.now()
  await api.post(`/api/device/programme?appId=${appId}`, {
    ...{ name: '欢迎', priority: 1, state: 1, deviceIds: ids.map(row => row.id) },
    lines: [{ text: '欢迎光临', color: 1, mode: 0 }],
  })
  const saved = performance.now() - began
  await reach(() => count('sync.document where confirmed = wanted'), 'confirmed')
  const ms = performance.now() - began
  for (const { device } of boards) await device.stop()
  print(
    `a programme for ${DEVICES} displays: saved in ${(saved / 1000).toFixed(1)} s, confirmed by all after ` +
      `${(ms / 1000).toFixed(1)} s, ${Math.round((DEVICES / ms) * 1000)} a second`,
  )

  async function reach(look: () => Promise<number>, what: string): Promise<void> {
    const end = performance.now() + PATIENCE_MS
    for (let n = await look(); n < DEVICES; n = await look()) {
      if (performance.now() > end) throw new Error(`${n} of ${DEVICES} ${what}`)
      await new Promise(resolve => setTimeout(resolve, LOOK_MS))
    }
  }
}
