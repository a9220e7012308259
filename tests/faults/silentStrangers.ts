/** On each listener that the product has started, silent connections are held open from one address, and a device behind the same address gets in. */
import { connect, type Socket } from 'node:net'
import { protocols } from '#main/protocols.ts'
import type { Credentials } from '#simulators/Link.ts'
import { classes, simulate } from '#simulators/simulate.ts'
import { wires } from '#simulators/wires.ts'
import { answers, became, type Stage } from './stage.ts'

const SILENT = 500
const HOST = '127.0.0.1'

/** Holds `count` connections that say nothing; each that is ended is opened again. Returns their end. */
async function hold(port: number, count: number): Promise<() => void> {
  let ending = false
  const open = new Set<Socket>()
  const dial = (): Promise<void> =>
    new Promise(resolve => {
      const socket = connect(port, HOST, resolve)
      open.add(socket)
      socket.on('error', () => {}).resume()
      socket.on('close', () => {
        open.delete(socket)
        resolve()
        if (!ending) setTimeout(() => ending || void dial(), 200)
      })
    })
  await Promise.all(Array.from({ length: count }, dial))
  return () => {
    ending = true
    for (const socket of open) socket.destroy()
  }
}

/** A device of the first class that speaks the protocol, or the one that it carries. */
async function make({ product, appId }: Stage, protocol: string): Promise<{ deviceClass: string; made: Made }> {
  const spoken = protocols.get(protocol)!.carries ?? protocol
  const deviceClass = [...classes.values()].find(one => one.protocols.includes(spoken))!.key
  const [vendor] = await product.sql<{ id: string }>('select id from catalog.device_vendor limit 1')
  const model = await product.api.post<{ id: string }>('/api/device/model', {
    ...{ name: `演练 ${protocol}`, modelNo: `SILENT-${protocol}`, vendorId: vendor!.id, typeCode: deviceClass },
    ...{ protocol: spoken, netType: 3, spec: { zoneCount: 8, doorCount: 1, readerCount: 1, capacity: 100 } },
  })
  await product.api.post(`/api/device/model/${model.id}/publish`)
  // Whatever comes before, its digits are hexadecimal.
  const sn = `${wires.get(protocol)?.prefix ?? 'SILENT-'}${1000 + [...protocols.keys()].indexOf(protocol)}`
  const path = `/api/device/bind/connect?appId=${appId}`
  return { deviceClass, made: await product.api.post<Made>(path, { sn, name: sn, modelId: model.id }) }
}
type Made = Credentials & { sn: string }

/** Whether a simulated device of the protocol gets in. */
async function enters(stage: Stage, protocol: string): Promise<boolean> {
  const { product } = stage
  const { deviceClass, made: credentials } = await make(stage, protocol)
  const given = { host: HOST, port: product.ports[protocol]!, credentials, switches: {} }
  const path = protocols.get(protocol)!.transport === 'WebSocket' ? { path: '/mqtt' } : {}
  const device = wires.get(protocol)?.make(given) ?? simulate(classes.get(deviceClass)!, { ...given, ...path }).device
  device.start()
  const online = await became(async () => {
    const { records } = await product.api.get<{ records: { protocol: string }[] }>(
      `/api/device/session/page?sn=${credentials.sn}`,
    )
    return records.some(one => one.protocol === protocol)
  }, 10_000)
  await device.stop()
  return online
}

export async function silentStrangers(stage: Stage): Promise<void> {
  const { product, check } = stage
  for (const protocol of protocols.keys()) {
    const end = await hold(product.ports[protocol]!, SILENT)
    const entered = await enters(stage, protocol).catch(() => false)
    end()
    check(`${SILENT} silent connections keep nobody out of ${protocol}`, entered)
  }
  const end = await hold(product.httpPort, SILENT)
  const tookMs = await answers(product)
  end()
  check(`${SILENT} silent connections keep nobody out of the API: ${tookMs} ms`, tookMs < 5000)
}
