/** Empty polls of terminals over PUSH against those of QR readers, in turn: the processor time of server and database for each, at most 1.5 to 1. */
import { QrReader } from '#simulators/QrReader.ts'
import { register } from '#simulators/register.ts'
import { ZkTerminal } from '#simulators/ZkTerminal.ts'
import { perMessage, processorTime } from './processorTime.ts'
import type { Bench } from './run.ts'

const [DEVICES, ROUNDS, POLLS] = [20, 4, 100] as const
const LIMIT = 1.5

type Poll = () => Promise<unknown>

export async function poll(bench: Bench): Promise<void> {
  const { product, appId, print } = bench
  const { api } = product
  const vendor = await api.post<{ id: string }>('/api/device/vendor', { name: '轮询厂商', code: 'poll', status: 1 })
  const made = async (typeCode: 'qrcodeDevice' | 'bsFaceDevice', protocol: string) => {
    const model = await api.post<{ id: string }>('/api/device/model', {
      ...{ name: protocol, modelNo: `POLL-${protocol}`, vendorId: vendor.id, typeCode, protocol, netType: 3 },
    })
    await api.post(`/api/device/model/${model.id}/publish`, {})
    return register(api, typeCode, DEVICES, appId, `POLL-${protocol}`)
  }
  const devices = await made('qrcodeDevice', 'qrHttp')
  const place = { host: '127.0.0.1', port: product.deviceHttpPort }
  const readers = devices.map(({ deviceName, secret }) => new QrReader({ ...place, deviceName, secret }))
  const terminals = (await made('bsFaceDevice', 'zkPush')).map(
    ({ deviceName, secret }) => new ZkTerminal({ ...place, deviceName, secret }),
  )
  for (const terminal of terminals) {
    await terminal.connect()
    // It is asked what it can do, and read back what it stores: after that nothing is left.
    while (await terminal.poll());
  }
  // Without what a reader reports of itself with each: that would be stored.
  const scans = readers.map(
    one => () => one.send('POST', '/qr', `vgdecoderesult=&&devicenumber=${one.name}&&otherparams=`),
  )
  const calls = terminals.map(one => () => one.poll())
  await usedBy(bench, scans)
  await usedBy(bench, calls)
  const [qr, zk] = [[] as number[], [] as number[]]
  for (let round = 0; round < ROUNDS; round += 1) {
    qr.push(await usedBy(bench, scans))
    zk.push(await usedBy(bench, calls))
  }
  await Promise.all([...readers, ...terminals].map(one => one.stop()))
  const ratio = sum(zk) / sum(qr)
  const each = (of: readonly number[]): string => of.map(one => Math.round(one)).join(', ')
  print(`µs a poll, ${DEVICES} devices: QR ${each(qr)} · ZK ${each(zk)} · ratio ${ratio.toFixed(2)} (limit ${LIMIT})`)
  if (ratio > LIMIT) process.exitCode = 1
}

const sum = (of: readonly number[]): number => of.reduce((all, one) => all + one, 0)

/** Microseconds of processor time that one poll takes, of `POLLS` by each device. */
async function usedBy(bench: Bench, polls: readonly Poll[]): Promise<number> {
  const before = processorTime(bench)
  await Promise.all(
    polls.map(async one => {
      for (let n = 0; n < POLLS; n += 1) await one()
    }),
  )
  const { server, database } = perMessage(before, processorTime(bench), polls.length * POLLS)
  return server + database
}
