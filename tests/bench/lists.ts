/** Pages of a list over a million facts: the first, a deep one, a filtered one, and the exact total. */
import type { Bench } from './run.ts'
import { percentile } from './load.ts'

const FACTS = 1_000_000

export async function lists(bench: Bench): Promise<void> {
  const device = bench.devices[0]!
  // Rows are made by the database itself, in the shape that ingest stores them, over the last thirty days.
  await bench.product
    .sql(`insert into access.passage (id, source_id, app_id, device_id, device_class, device_name, component, identifier, method, direction, result, reason, at, key, time, received_at)
    select 1000000000000000 + n, 1, ${bench.appId}, ${device.id}, 'accessControlDevice', '演练', 'door:1', 'pass', 2, 1, case when n % 20 = 0 then 0 else 1 end, case when n % 20 = 0 then 'unknownCard' end,
      now() - n * interval '2.5 seconds', decode(lpad(to_hex(n), 32, '0'), 'hex'), now() - n * interval '2.5 seconds', now() from generate_series(1, ${FACTS}) n on conflict do nothing`)
  await bench.product.sql(
    `insert into devices.tally (app_id, source_id, family, device_class, result, hour, lane, n) select app_id, source_id, 1, device_class, result, date_trunc('hour', time, 'UTC'), 9, count(*) from access.passage where identifier = 'pass' and device_name = '演练' group by 1, 2, 4, 5, 6`,
  )
  await bench.product.sql('analyze access.passage')
  await bench.product.sql('analyze devices.tally')
  for (const [what, query] of [
    ['first page', 'size=20'],
    ['row 900,000', 'size=20&current=45000'],
    ['refused only, page 100', 'size=20&result=0&current=100'],
    ['today', 'size=20&time=today'],
    ['one reason (counted to 10,000)', 'size=20&reason=unknownCard'],
  ] as const) {
    const times: number[] = []
    let total = 0
    for (let n = 0; n < 40; n += 1) {
      const started = performance.now()
      total = (
        await bench.product.api.get<{ total: number }>(`/api/person/passRecord/page?appId=${bench.appId}&${query}`)
      ).total
      times.push(performance.now() - started)
    }
    bench.say(
      `${what}: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, total ${total.toLocaleString('en-US')} (bar p99 ≤ 50 ms)`,
    )
  }
}
