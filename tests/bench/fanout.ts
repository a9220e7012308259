/** One person with a portrait is authorised on a hundred online face terminals: time until all of them have confirmed. */
import { portraitOf } from '#simulators/camera.ts'
import { lookOf } from '#simulators/bust.ts'
import { register } from '#simulators/register.ts'
import { simulate } from '#simulators/simulate.ts'
import type { Bench } from './run.ts'
import { percentile } from './load.ts'

const TERMINALS = 100
const PEOPLE = 5
const GIVE_UP_MS = 120_000

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  for (const endMs = Date.now() + GIVE_UP_MS; !(await look()); await pause(50))
    if (Date.now() > endMs) throw new Error(`it did not happen in time: ${what}`)
}

/** Publishes a model of face terminals, connects a hundred of them, and waits until they are idle. */
async function startTerminals({ product, appId }: Bench): Promise<{ stop(): Promise<void> }> {
  const { api, sql } = product
  const [vendor] = (await api.get<{ records: { id: string }[] }>('/api/device/vendor/page?size=1')).records
  const model = await api.post<{ id: string }>('/api/device/model', {
    name: '演练人脸',
    modelNo: 'BENCH-FACE',
    vendorId: vendor!.id,
    typeCode: 'faceEqui',
    protocol: 'alink',
    netType: 3,
    spec: { doorCount: 1, readerCount: 1, capacity: 5000 },
  })
  await api.post(`/api/device/model/${model.id}/publish`)
  const made = await register(api, 'faceEqui', TERMINALS, appId)
  const terminals = made.map(credentials =>
    simulate('faceEqui', { host: '127.0.0.1', port: product.mqttPort, credentials }),
  )
  for (const { device } of terminals) device.start()
  const count = async (text: string): Promise<number> => (await sql<{ n: number }>(text))[0]!.n
  await until('all terminals online and at rest', async () => {
    const online = await count(
      `select count(*)::int as n from devices.session s join devices.device d on d.id = s.device_id where s.online and d.device_class = 'faceEqui'`,
    )
    // Only for these terminals: earlier benches leave devices that answer nothing, with pending data.
    const open = await count(
      `select count(*)::int as n from devices.command where state < 3 and device_class = 'faceEqui'`,
    )
    const read = await count(
      `select count(*)::int as n from sync.device s join devices.device d on d.id = s.device_id where s.read_back_at > now() - interval '1 hour' and d.device_class = 'faceEqui'`,
    )
    return online === TERMINALS && open === 0 && read === TERMINALS
  })
  return {
    async stop() {
      await Promise.all(terminals.map(({ device }) => device.stop()))
    },
  }
}

export async function fanout(bench: Bench): Promise<void> {
  const { product, appId, print } = bench
  const { api, sql } = product
  const terminals = await startTerminals(bench)
  const doors = await sql<{ id: string }>(
    `select c.id from devices.component c join devices.device d on d.id = c.device_id where d.device_class = 'faceEqui' and c.kind = 'door'`,
  )
  const group = await api.post<{ id: string }>(`/api/person/authGroup?appId=${appId}`, {
    name: '百台终端',
    doorIds: doors.map(door => door.id),
  })
  const [all, each, asked]: [number[], number[], number[]] = [[], [], []]
  for (let no = 0; no < PEOPLE; no += 1) {
    const portrait = await api.upload(
      `/api/admin/sys-file/upload?kind=portrait&appId=${appId}`,
      await portraitOf(lookOf(`bench ${no}`)),
      'portrait.jpg',
    )
    const person = await api.post<{ id: string }>(`/api/person/person?appId=${appId}`, {
      name: `住户 ${no}`,
      personType: 2,
      portrait: [portrait.id],
      consent: true,
    })
    const startedMs = Date.now()
    await api.post(`/api/person/authGroup/${group.id}/addPeople?appId=${appId}`, { personIds: [person.id] })
    asked.push(Date.now() - startedMs)
    // As the console shows it: the state of each door for this person.
    await until('every terminal has confirmed', async () => {
      const { records } = await api.get<{ records: { state: string }[] }>(
        `/api/person/auth/page?appId=${appId}&personId=${person.id}&size=100`,
      )
      return records.length === TERMINALS && records.every(({ state }) => state === 'confirmed')
    })
    all.push(Date.now() - startedMs)
    const done = await sql<{ ms: number }>(
      `select extract(epoch from max(finished_at))::float8 * 1000 - $1::float8 as ms from devices.command where origin = 'sync' and identifier = 'addPersons' and state = 3 and queued_at >= to_timestamp($1::float8 / 1000) group by device_id`,
      [startedMs],
    )
    if (done.length !== TERMINALS) throw new Error(`${done.length} terminals were notified, not ${TERMINALS}`)
    each.push(...done.map(row => row.ms))
  }
  await terminals.stop()
  print(
    `one person on ${TERMINALS} online terminals, ${PEOPLE} times: all confirmed after p50 ${(percentile(all, 0.5) / 1000).toFixed(1)} s, worst ${(Math.max(...all) / 1000).toFixed(1)} s; a terminal p50 ${percentile(each, 0.5).toFixed(0)} ms, p99 ${percentile(each, 0.99).toFixed(0)} ms; the request itself ${percentile(asked, 0.5).toFixed(0)} ms`,
  )
}
