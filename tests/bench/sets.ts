/**
 * 100,000 people on 1,000 devices: what the sync engine stores for them, the time of a change that touches 1,000 of them,
 * and whether an idle product asks its database more often because there are more devices.
 */
import { register } from '#simulators/register.ts'
import type { Bench } from './run.ts'
import { percentile } from './load.ts'

const DEVICES = 1000
const PEOPLE = 100_000
const PER_ORGANISATION = 1000
const IDLE_S = 15
const SIZE_BAR_MB = 60
const PLAN_BAR_MS = 20

/** Adds new people to a group, an organisation of them at a time; returns the milliseconds of each request. */
export async function addPeople(
  { product: { api, sql }, appId }: Bench,
  groupId: string,
  count: number,
): Promise<number[]> {
  const organisations: string[] = []
  for (let no = 0; no < count / PER_ORGANISATION; no += 1) {
    const { id } = await api.post<{ id: string }>(`/api/person/organization?appId=${appId}`, { name: `${no} 栋` })
    organisations.push(id)
  }
  await sql(
    `insert into people.person (id, app_id, source_id, org_id, name)
    select 7000000000000000 + n, $1, 1, ($2::bigint[])[1 + n / ${PER_ORGANISATION}], '住户' || n
    from generate_series(0, ${count - 1}) n`,
    [appId, organisations],
  )
  await sql('vacuum analyze people.person')
  const requests: number[] = []
  for (const organisation of organisations) {
    const began = performance.now()
    await api.post(`/api/person/authGroup/${groupId}/addPeople?appId=${appId}`, { orgIds: [organisation] })
    requests.push(performance.now() - began)
  }
  return requests
}

export async function sets(bench: Bench): Promise<void> {
  const { product, appId, print } = bench
  const { api, sql } = product
  /** Transactions a second while nothing happens. */
  const idle = async (): Promise<number> => {
    const count = async (): Promise<number> => {
      // The figures of other sessions are published up to a second late, and remembered within a transaction only.
      await new Promise(resolve => setTimeout(resolve, 2000))
      const [row] = await sql<{ n: string }>(
        'select xact_commit as n from pg_stat_database where datname = current_database()',
      )
      return Number(row!.n)
    }
    const before = await count()
    await new Promise(resolve => setTimeout(resolve, IDLE_S * 1000))
    return ((await count()) - before) / (IDLE_S + 2)
  }
  const few = await idle()
  const [vendor] = (await api.get<{ records: { id: string }[] }>('/api/device/vendor/page?size=1')).records
  const model = await api.post<{ id: string }>('/api/device/model', {
    ...{ name: '十万人终端', modelNo: 'BENCH-SETS', vendorId: vendor!.id, typeCode: 'faceEqui', protocol: 'alink' },
    ...{ netType: 3, spec: { doorCount: 1, readerCount: 1, capacity: PEOPLE } },
  })
  await api.post(`/api/device/model/${model.id}/publish`)
  await register(api, 'faceEqui', DEVICES, appId)
  const many = await idle()
  print(
    `idle: ${few.toFixed(1)} transactions a second with ${bench.devices.length} devices, ${many.toFixed(1)} with ${DEVICES} more`,
  )

  const doors = await sql<{ id: string }>(
    "select c.id from devices.component c join devices.device d on d.id = c.device_id where d.device_class = 'faceEqui'",
  )
  const group = await api.post<{ id: string }>(`/api/person/authGroup?appId=${appId}`, {
    ...{ name: '十万人', doorIds: doors.map(door => door.id) },
  })
  const requests = await addPeople(bench, group.id, PEOPLE)
  const touches: number[] = []
  for (let no = 0; no < 50; no += 1) {
    const began = performance.now()
    await sql(
      `select sync.touch($1, 'person', array(select 7000000000000000 + n from generate_series($2::int, $2 + 999) n), false)`,
      [group.id, no * PER_ORGANISATION],
    )
    touches.push(performance.now() - began)
  }
  const [size] = await sql<{ mb: number; members: string; followers: string }>(
    `select sum(pg_total_relation_size(c.oid))::float8 / 1e6 as mb, (select count(*) from sync.member) as members,
      (select count(*) from sync.follow) as followers
    from pg_class c join pg_namespace s on s.oid = c.relnamespace where s.nspname = 'sync' and c.relkind = 'r'`,
  )
  print(
    `${Number(size!.members).toLocaleString('en-US')} people of a group that ${size!.followers} sets of devices follow: ` +
      `${size!.mb.toFixed(1)} MB in all tables of the sync engine (bar ≤ ${SIZE_BAR_MB} MB)`,
  )
  if (size!.mb > SIZE_BAR_MB || percentile(touches, 0.5) > PLAN_BAR_MS) process.exitCode = 1
  print(
    `a change that touches ${PER_ORGANISATION} people: p50 ${percentile(touches, 0.5).toFixed(1)} ms, p99 ${percentile(touches, 0.99).toFixed(1)} ms (bar ≤ ${PLAN_BAR_MS} ms); ` +
      `the request that adds them to the group, with ${DEVICES} devices woken: p50 ${percentile(requests, 0.5).toFixed(0)} ms`,
  )
}
