/**
 * Fills the growing tables like those of an installation with a hundred applications, with a fixed pattern, and updates
 * the planner's statistics.
 */
import type pg from 'pg'

/** Tables that no list may read completely. */
export const LARGE = [
  'devices.passage',
  'devices.event',
  'devices.frame',
  'devices.device',
  'devices.session',
  'people.person',
  'identity.login_log',
  'callbacks.delivery',
]
const APPLICATIONS = 100
const DEVICES = 50_000
const PEOPLE = 100_000
const FACTS = 150_000

/** `appId` is one of the hundred applications and has a third of the facts, where lists are longest. */
export async function fillLargeTables(
  client: pg.Client,
  { appId, modelId }: { appId: string; modelId: string },
): Promise<{ word: string; /** Of instants. */ span: string; values: Record<string, string> }> {
  const run = (text: string): Promise<unknown> => client.query(text)
  // Inserted rows refer to existing ones, so foreign keys need not be checked. A server that refuses this takes longer.
  await run('set session_replication_role = replica').catch(() => {})
  const indexes = await dropIndexes(client)
  await run(
    `insert into applications.application (id, source_id, name, app_key) select n, 1, 'app ' || n, 'key' || n from generate_series(2, ${APPLICATIONS}) n`,
  )
  const app = `case when n % ${APPLICATIONS} < 2 then ${appId} else n % ${APPLICATIONS} end`
  await run(
    `insert into devices.device (id, source_id, app_id, sn, sn_key, name, model_id, device_class, product_key, secret_sealed, batch_no)
    select n, 1, ${app}, 'SN' || n, 'SN' || n, 'door ' || n, ${modelId}, 'accessControlDevice', 'pk', '\\x00', 'B' || n % 50 from generate_series(1, ${DEVICES}) n`,
  )
  await run(
    `insert into devices.session (device_id, source_id, app_id, epoch, node, online, opened_at) select id, 1, app_id, 1, 'test', id % 3 = 0, now() - id * interval '1 second' from devices.device where id <= ${DEVICES}`,
  )
  await run(
    `insert into people.person (id, source_id, app_id, name, person_no, person_type) select n, 1, ${app}, 'person ' || n, 'P' || n, 1 + n % 3 from generate_series(1, ${PEOPLE}) n`,
  )
  const fact = `case when n % 3 = 0 then ${appId} else 2 + n % ${APPLICATIONS - 1} end`
  const moment = `now() - (${FACTS} - n) * interval '15 seconds'`
  const device = `100 * (n % ${DEVICES / 100 - 1} + 1)`
  await run(
    `insert into devices.passage (id, source_id, app_id, device_id, device_class, device_name, component, identifier, person_id, person_name, person_type, method, direction, result, reason, at, key, time, received_at)
    select n, 1, ${fact}, ${device}, 'accessControlDevice', 'door', 'door:1', 'pass', n % 5000, 'person ' || n % 5000, 1 + n % 2, 1 + n % 2, 1 + n % 2, case when n % 20 = 0 then 0 else 1 end, case when n % 20 = 0 then 'unknownCard' end,
      ${moment}, decode(lpad(to_hex(n), 32, '0'), 'hex'), ${moment}, ${moment} from generate_series(1, ${FACTS}) n`,
  )
  await run(
    `insert into devices.tally (app_id, source_id, family, device_class, result, hour, lane, n) select app_id, source_id, 1, device_class, result, date_trunc('hour', time, 'UTC'), 0, count(*) from devices.passage group by 1, 2, 4, 5, 6`,
  )
  await run(
    `insert into devices.event (id, source_id, app_id, device_id, device_class, device_name, identifier, name, level, at, key, time, received_at)
    select n, 1, ${fact}, ${device}, 'accessControlDevice', 'door', (array['open', 'close', 'forced'])[1 + n % 3], 'event', n % 3, ${moment}, decode(lpad(to_hex(n), 32, '0'), 'hex'), ${moment}, ${moment} from generate_series(1, ${FACTS}) n`,
  )
  await run(
    `insert into devices.tally (app_id, source_id, family, device_class, result, hour, lane, n) select app_id, source_id, 2, device_class, level, date_trunc('hour', time, 'UTC'), 0, count(*) from devices.event group by 1, 2, 4, 5, 6`,
  )
  await run(
    `insert into devices.frame (id, source_id, app_id, device_id, device_class, kind, identifier, upstream, request_id, at)
    select n, 1, ${fact}, ${device}, 'accessControlDevice', 1 + n % 7, (array['open', 'close', 'forced'])[1 + n % 3], true, 'r' || n, ${moment} from generate_series(1, ${FACTS}) n`,
  )
  await run(
    `insert into identity.login_log (id, source_id, username, at, ip, result) select n, 1, 'user' || n % 500, ${moment}, '10.0.0.' || n % 250, case when n % 20 = 0 then 0 else 1 end from generate_series(1, ${FACTS}) n`,
  )
  await run(
    `insert into callbacks.delivery (id, app_id, source_id, callback_id, device_class, message_id, event_type, body, state, created_at)
    select n, ${fact}, 1, n % 50, 'accessControlDevice', 'm' || n, 'device.event', '{}', 2, ${moment} from generate_series(1, ${FACTS}) n`,
  )
  for (const index of indexes) await run(index)
  await run('reset session_replication_role')
  // Vacuum also summarises the block range indexes, as autovacuum does.
  for (const table of [...LARGE, 'devices.tally', 'applications.application']) await run(`vacuum analyze ${table}`)
  return {
    word: 'person 1',
    span: `${new Date(Date.now() - 36 * 3_600_000).toISOString()},${new Date(Date.now() - 12 * 3_600_000).toISOString()}`,
    values: {
      'passRecord.deviceId': '300',
      'passRecord.deviceClass': 'accessControlDevice',
      'deviceEvent.deviceId': '300',
      'deviceEvent.identifier': 'forced',
      'deviceLog.deviceId': '300',
      'deviceLog.identifier': 'forced',
      'deviceLog.requestId': 'r777',
      'loginLog.username': 'user7',
      'loginLog.ip': '10.0.0.7',
      'device.sn': 'SN777',
      'device.name': 'door 777',
      'device.modelId': modelId,
      'device.deviceClass': 'accessControlDevice',
      'device.batchNo': 'B7',
      'session.sn': 'SN777',
      'session.deviceName': 'door 777',
      'session.deviceClass': 'accessControlDevice',
      'session.appId': appId,
      'session.node': 'test',
      'deviceBind.name': 'door 777',
      'deviceBind.sn': 'SN777',
      'deviceBind.modelId': modelId,
      'person.personNo': 'P777',
    },
  }
}

/** Drops the indexes that slow down inserts; returns the statements that build them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any($1::text[]::regclass[]) and not i.indisunique and not c.relispartition order by 1`,
    [LARGE],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  // An index of a partitioned table is built in all partitions.
  return rows.map(({ made }) => made.replace(' ON ONLY ', ' ON '))
}
