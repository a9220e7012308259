/** On each listener that the product has started, silent connections are held open from one address, and a device behind the same address gets in. */
import { connect, type Socket } from 'node:net'
import mqtt from 'mqtt'
import { protocols } from '#main/protocols.ts'
import { AlarmPanel } from '#simulators/AlarmPanel.ts'
import { LedBoard } from '#simulators/LedBoard.ts'
import type { Product } from './product.ts'
import { answers, became, type FaultDevice, type Stage } from './stage.ts'

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

async function publishes(url: string, { sn, secret }: FaultDevice): Promise<boolean> {
  const device = await mqtt.connectAsync(url, { clientId: sn, username: sn, password: secret, reconnectPeriod: 0 })
  const { connected } = device
  await device.endAsync(true)
  return connected
}

async function shows(port: number, { sn, secret }: FaultDevice, product: Product): Promise<boolean> {
  const board = new LedBoard({ host: HOST, port, serial: sn, secret })
  board.start()
  const online = await became(async () => {
    const { records } = await product.api.get<{ records: unknown[] }>(`/api/device/session/page?sn=${sn}`)
    return records.length > 0
  }, 10_000)
  await board.stop()
  return online
}

/** Whether a device of a protocol gets in. A protocol that is not here has no listener that was tried. */
const ENTERS: Record<string, (port: number, device: FaultDevice, product: Product) => Promise<boolean>> = {
  alink: (port, device) => publishes(`mqtt://${HOST}:${port}`, device),
  alinkWs: (port, device) => publishes(`ws://${HOST}:${port}/mqtt`, device),
  async dc09(port, { sn, secret }) {
    const panel = new AlarmPanel({ host: HOST, port, account: sn, key: Buffer.from(secret, 'base64url') })
    const { kind } = await panel.test()
    await panel.stop()
    return kind === 'ACK'
  },
  ledTcp: shows,
  qrHttp: async port => (await fetch(`http://${HOST}:${port}/time`)).ok,
}

export async function silentStrangers({ product, appId, devices, check }: Stage): Promise<void> {
  const make = async (typeCode: string, sn: string): Promise<FaultDevice> => {
    const [vendor] = await product.sql<{ id: string }>('select id from catalog.device_vendor limit 1')
    const model = await product.api.post<{ id: string }>('/api/device/model', {
      ...{ name: `演练 ${typeCode}`, modelNo: `SILENT-${typeCode}`, vendorId: vendor!.id, typeCode, protocol: 'alink' },
      ...{ netType: 3, spec: { zoneCount: 8, doorCount: 1, readerCount: 1, capacity: 100 } },
    })
    await product.api.post(`/api/device/model/${model.id}/publish`)
    return product.api.post(`/api/device/bind/connect?appId=${appId}`, { sn, name: sn, modelId: model.id })
  }
  const own: Record<string, FaultDevice> = {
    dc09: await make('alarmEquipmentClass', '5111E4'),
    ledTcp: await make('ledDevice', 'SILENT-1'),
  }
  for (const { key } of protocols.values()) {
    const port = product.ports[key]!
    const end = await hold(port, SILENT)
    const entered = await ENTERS[key]!(port, own[key] ?? devices.at(-1)!, product).catch(() => false)
    end()
    check(`${SILENT} silent connections keep nobody out of ${key}`, entered)
  }
  const end = await hold(product.httpPort, SILENT)
  const tookMs = await answers(product)
  end()
  check(`${SILENT} silent connections keep nobody out of the API: ${tookMs} ms`, tookMs < 5000)
}
