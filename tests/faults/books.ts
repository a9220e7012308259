/** Checks after a fault: everything acknowledged is stored once, nothing else is, and the tally agrees. */
import { Publisher } from './publisher.ts'
import type { Stage } from './stage.ts'

let series = 0

/** Devices that publish events one after another, each repeated until its PUBACK. */
export function startPublishers(stage: Stage, count: number, pauseMs = 0): Publisher[] {
  series += 1
  return stage.devices
    .slice(0, count)
    .map(device => new Publisher(stage.product.mqttPort, device, stage.productKey, `${series}`, pauseMs))
}

export const acknowledged = (publishers: readonly Publisher[]): number =>
  publishers.reduce((sum, publisher) => sum + publisher.acked.size, 0)

/** Stops the publishers and compares. `what` describes the fault. */
export async function balance(stage: Stage, publishers: readonly Publisher[], what: string): Promise<void> {
  for (const publisher of publishers) await publisher.stop()
  // Unacknowledged messages may still be on their way to the database.
  await new Promise(resolve => setTimeout(resolve, 1000))
  const rows = await stage.product.sql<{ guid: string; n: number }>(
    "select params->>'guid' as guid, count(*)::int as n from devices.passage where params->>'guid' like $1 group by 1",
    [`${publishers[0]!.series}-%`],
  )
  const stored = new Map(rows.map(row => [row.guid, row.n]))
  const acked = publishers.flatMap(publisher => [...publisher.acked])
  const sent = new Set(publishers.flatMap(publisher => [...publisher.sent]))
  const lost = acked.filter(guid => !stored.has(guid)).length
  const twice = rows.filter(row => row.n > 1).length
  const strange = rows.filter(row => !sent.has(row.guid)).length
  stage.check(`${what}: ${acked.length} acknowledged, ${lost} lost`, acked.length > 0 && lost === 0)
  stage.check(`${twice} duplicated, ${strange} stored that nobody sent`, twice === 0 && strange === 0)
  const [books] = await stage.product.sql<{ facts: number; tally: number }>(
    'select (select count(*)::int from devices.passage) as facts, (select coalesce(sum(n), 0)::int from devices.tally where family = 1) as tally',
  )
  stage.check(`the tally agrees with the facts (${books!.tally} = ${books!.facts})`, books!.tally === books!.facts)
}
