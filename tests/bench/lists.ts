/** Pages of a list over one million facts, and over ten: the first, a deep one, filtered ones, with their totals. */
import type { Bench } from './run.ts'
import { percentile } from './load.ts'
import { addPeople } from './sets.ts'

const MILLION = 1_000_000
const DAYS = 30
const ROUNDS = 120
const BAR_MS = 50
const PAGES = [
  ['first page', 'size=20'],
  ['row 900,000', 'size=20&current=45000'],
  ['refused only, page 100', 'size=20&result=0&current=100'],
  ['today', 'size=20&time=today'],
  ['one device', 'size=20&deviceId=DEVICE'],
  ['one person', 'size=20&personId=7000000000000123'],
  ['one reason', 'size=20&reason=unknownCard'],
  ['by face', 'size=20&method=1'],
  ['a method one in 100,000 used', 'size=20&method=5'],
  ['a method nobody used', 'size=20&method=9'],
] as const

/** How many facts lead to one event, of which a tenth are alarms. */
const FACTS_PER_EVENT = 20
/** Rows created by the database in the form that ingest stores, oldest first, evenly distributed over the last days. */
async function fillPassages(bench: Bench, first: number, count: number): Promise<void> {
  const devices = bench.devices.slice(0, 200).map(device => device.id)
  await bench.product.sql(
    `insert into devices.passage (id, source_id, app_id, device_id, device_class, device_name, component, identifier, person_id, person_name, person_type, method, direction, result, reason, at, key, time, received_at)
    select 1000000000000000 + $1::bigint + n, 1, $3, ($4::bigint[])[1 + n % ${devices.length}], 'accessControlDevice', '演练', 'door:1', 'pass',
      case when n % 20 > 0 then 7000000000000000 + n % 20011 end, case when n % 20 > 0 then '住户' || n % 20011 end, case when n % 20 > 0 then 1 + n % 3 end,
      case when n % 100000 = 7 then 5 when n % 10 < 3 then 2 else 1 end, 1 + n % 2, case when n % 20 = 0 then 0 else 1 end, case when n % 40 = 0 then 'unknownCard' when n % 20 = 0 then 'noRight' end,
      moment, decode(lpad(to_hex($1::bigint + n), 32, '0'), 'hex'), moment, moment
    from (select n, now() - ($2::bigint - n) * interval '${DAYS} days' / $2::bigint as moment from generate_series(1, $2::bigint) n) made`,
    [first, count, bench.appId, devices],
  )
  await bench.product.sql('delete from devices.tally')
  await bench.product.sql(
    `insert into devices.tally (app_id, source_id, family, device_class, result, hour, lane, n) select app_id, source_id, 1, device_class, result, date_trunc('hour', time, 'UTC'), 9, count(*) from devices.passage group by 1, 2, 4, 5, 6`,
  )
  await bench.product.sql(
    `insert into devices.event (id, source_id, app_id, device_id, device_class, device_name, identifier, name, level, at, key, time, received_at)
    select 2000000000000000 + $1::bigint + n, 1, $3, ($4::bigint[])[1 + n % ${devices.length}], 'accessControlDevice', '演练', case when n % 10 = 0 then 'forcedOpen' else 'doorOpened' end,
      case when n % 10 = 0 then '强行闯入' else '开门' end, case when n % 100 = 0 then 2 when n % 10 = 0 then 1 else 0 end, moment, decode(lpad(to_hex($1::bigint + n), 32, '0'), 'hex'), moment, moment
    from (select n, now() - ($2::bigint - n) * interval '${DAYS} days' / $2::bigint as moment from generate_series(1, $2::bigint) n) made`,
    [first, Math.round(count / FACTS_PER_EVENT), bench.appId, devices],
  )
  await bench.product.sql('vacuum analyze devices.event')
  // Done here because the measurement does not wait for autovacuum.
  await bench.product.sql('vacuum analyze devices.passage')
  await bench.product.sql('vacuum analyze devices.tally')
}

/** Measures every page; returns p50 by page in ms. */
async function measure(bench: Bench, what: string): Promise<Map<string, number>> {
  const medians = new Map<string, number>()
  for (const [page, asked] of PAGES) {
    const query = asked.replace('DEVICE', bench.devices[7]!.id)
    const times: number[] = []
    let shown = ''
    for (let n = 0; n < ROUNDS; n += 1) {
      const started = performance.now()
      const { total, more } = await bench.product.api.get<{ total: number; more?: boolean }>(
        `/api/person/passRecord/page?appId=${bench.appId}&${query}`,
      )
      times.push(performance.now() - started)
      shown = `${total.toLocaleString('en-US')}${more ? '+' : ''}`
    }
    medians.set(page, percentile(times, 0.5))
    bench.print(
      `${what}, ${page}: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, total ${shown} (bar p99 ≤ ${BAR_MS} ms)`,
    )
  }
  return medians
}

export async function lists(bench: Bench): Promise<void> {
  await fillPassages(bench, 0, MILLION)
  await measure(bench, '1 M')
}

/** Takes minutes, so it runs only when named. */
export async function lists10m(bench: Bench): Promise<void> {
  await bench.product.sql('truncate devices.passage')
  await fillPassages(bench, 0, MILLION)
  const before = await measure(bench, '1 M')
  await fillPassages(bench, MILLION, 9 * MILLION)
  const after = await measure(bench, '10 M')
  for (const [page, ms] of after)
    bench.print(`10 M against 1 M, ${page}: ${(ms / before.get(page)!).toFixed(2)} of the median (bar ≤ 1.5)`)
}

const BOARD = [
  ['the map', 'sites'],
  ['today', 'overview'],
  ['7 days', 'overview?days=7'],
  ['30 days', 'overview?days=30'],
  ['today, one application', 'overview?appId=APP'],
  ['30 days, one application', 'overview?days=30&appId=APP'],
] as const

const PEOPLE = 20_000
/** Rights of 20,000 people at every door, and the time until the worker has counted them. */
async function fillRights(bench: Bench): Promise<void> {
  const { api, sql } = bench.product
  const doors = await sql<{ id: string }>("select id from devices.component where kind = 'door'")
  const group = await api.post<{ id: string }>(`/api/person/authGroup?appId=${bench.appId}`, {
    ...{ name: '两万人', doorIds: doors.map(door => door.id) },
  })
  await addPeople(bench, group.id, PEOPLE)
  const started = performance.now()
  const behind = (): Promise<{ n: number }[]> =>
    sql(`select count(*)::int as n from devices.device d left join sync.device s on s.device_id = d.id
      left join rights.progress p on p.device_id = d.id and p.group_id = 0 where p.rev is distinct from s.rev`)
  while ((await behind())[0]!.n) await new Promise(resolve => setTimeout(resolve, 200))
  const [tally] = await sql<{ n: number }>(
    'select sum(missing + in_flight + failed + pending + delivered)::int as n from rights.progress where group_id = 0',
  )
  bench.print(
    `${tally!.n.toLocaleString('en-US')} rights: all are counted ${((performance.now() - started) / 1000).toFixed(1)} s after the last was given`,
  )
}

/** The whole answer of the data centre, which is about twenty queries one after the other, over ten million facts. */
export async function dataCentre10m(bench: Bench): Promise<void> {
  await fillRights(bench)
  await bench.product.sql('truncate devices.passage, devices.event')
  for (const facts of [MILLION, 9 * MILLION]) {
    await fillPassages(bench, facts === MILLION ? 0 : MILLION, facts)
    for (const [what, path] of BOARD) {
      const times: number[] = []
      for (let n = 0; n < ROUNDS; n += 1) {
        const started = performance.now()
        await bench.product.api.get(`/api/insight/${path.replace('APP', bench.appId)}`)
        times.push(performance.now() - started)
      }
      bench.print(
        `${facts === MILLION ? '1 M' : '10 M'}, ${what}: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms (bar p99 ≤ ${BAR_MS} ms)`,
      )
    }
  }
}
