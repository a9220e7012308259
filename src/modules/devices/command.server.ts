/** Gives commands: checks them, queues them with their deadline, and settles what comes back. */
import sql, { join } from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import type { Command, DeviceClass, Risk } from '#model/device.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { judgeAll } from '#model/judge.ts'
import type { Query } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { isSuccess, splitComponent, unsafeBecause, type Proof } from './command.rules.ts'

const ENGINE = { role: 'engine' } as const

export interface CommandRequest {
  deviceId: string
  component?: string
  identifier: string
  params?: Record<string, unknown>
  reason?: string | null
  origin: 'console' | 'linkage' | 'sync' | 'api' | 'test'
  originId?: string | null
  userId?: string | null
  userName?: string | null
  /** Overrides the class's time to live, in seconds; never longer than it for what opens or moves. */
  ttlS?: number
}

/** Queues one command in the caller's transaction and answers its id; the gateway hears of it after the commit. Refuses what is unknown, unsafe, or impossible while the device is offline. */
export async function queueCommand(ports: Ports, query: Query, request: CommandRequest): Promise<string> {
  const device = await commanded(query, request.deviceId)
  const deviceClass = ports.classes.get(device.device_class)
  const command = deviceClass?.commands[request.identifier]
  if (!deviceClass || !command)
    throw new Refusal('invalid', { text: ['该设备不支持此操作', 'This device does not support that'] })
  const component =
    request.component ?? (command.per && deviceClass.components[command.per]!.max === 1 ? `${command.per}:1` : '')
  if (command.per) await checkPart(query, device.id, deviceClass, command.per, component)
  let params = request.params ?? {}
  if (request.origin !== 'sync') {
    const judged = judgeAll(command.input, params)
    if ('problems' in judged) throw invalidFields(judged.problems)
    params = Object.fromEntries(Object.entries(judged.ok).filter(([, value]) => value !== null))
  }
  checkReachable(device, command.offline)
  const unsafe = command.never ? unsafeBecause(command, await shadowOf(query, device.id, component)) : null
  if (unsafe) throw unsafeRefusal(unsafe)
  const ttlS =
    command.risk === 'none' ? (request.ttlS ?? command.ttlS) : Math.min(request.ttlS ?? command.ttlS, command.ttlS)
  return writeCommand(ports, query, request, {
    device,
    component,
    params,
    ttlS,
    lane: command.lane,
    risk: command.risk,
    proof: command.proof ?? null,
  })
}

/** A device as a command finds it. */
export interface Commanded {
  id: string
  source_id: string
  app_id: string | null
  device_class: string
  enabled: boolean
  online: boolean | null
  name: string
}
export async function commanded(query: Query, deviceId: string): Promise<Commanded> {
  const [device] = await query<Commanded>(sql`
    select d.id, d.source_id, d.app_id, d.device_class, d.enabled, s.online, d.name from devices.device d left join devices.session s on s.device_id = d.id where d.id = ${deviceId} and d.deleted_at is null`)
  if (!device) throw new Refusal('not_found')
  return device
}

export async function checkPart(
  query: Query,
  deviceId: string,
  deviceClass: DeviceClass,
  kind: string,
  component: string,
): Promise<void> {
  const part = splitComponent(component)
  const [known] = part
    ? await query(
        sql`select 1 from devices.component where device_id = ${deviceId} and kind = ${part.kind} and no = ${part.no}`,
      )
    : []
  if (part && part.kind === kind && known) return
  const { label } = deviceClass.components[kind]!
  throw invalidFields([{ field: 'component', text: [`请选择${label[0]}`, `Choose a ${label[1].toLowerCase()}`] }])
}

export function checkReachable(device: Commanded, offline: Command['offline']): void {
  if (!device.enabled) throw new Refusal('wrong_state', { text: ['设备已禁用', 'The device is disabled'] })
  if (!device.online && offline === 'refuse')
    throw new Refusal('device_offline', {
      text: [`${device.name} 离线，指令未下发`, `${device.name} is offline; nothing was sent`],
    })
}

/** What the part stated last. */
export const shadowOf = async (query: Query, deviceId: string, component: string): Promise<Record<string, unknown>> =>
  (
    await query<{ vals: Record<string, unknown> }>(
      sql`select vals from devices.shadow where device_id = ${deviceId} and component = ${component}`,
    )
  )[0]?.vals ?? {}
export const unsafeRefusal = (because: Text): Refusal =>
  new Refusal('unsafe', { text: [`已拒绝：${because[0]}`, `Refused: ${because[1]}`] })

/** The row that stands for it; whoever wrote it need not wait for the gateway. */
export async function writeCommand(
  ports: Ports,
  query: Query,
  request: CommandRequest,
  {
    device,
    component,
    params,
    ttlS,
    lane,
    risk,
    proof,
  }: {
    device: Commanded
    component: string
    params: Record<string, unknown>
    ttlS: number
    lane: Command['lane']
    risk: Risk
    proof: Proof | null
  },
): Promise<string> {
  const id = ports.newId()
  await query(sql`insert into devices.command (id, source_id, app_id, device_id, device_class, component, identifier, params, lane, risk, reason, origin, origin_id, user_id, user_name, expires_at, proof)
    values (${id}, ${device.source_id}, ${device.app_id}, ${device.id}, ${device.device_class}, ${component}, ${request.identifier}, ${JSON.stringify(params)}, ${lane === 'now' ? 0 : 1}, ${risk},
      ${request.reason ?? null}, ${request.origin}, ${request.originId ?? null}, ${request.userId ?? null}, ${request.userName ?? null}, now() + make_interval(secs => ${ttlS}), ${proof ? JSON.stringify(proof) : null})`)
  // The gateway polls as well; this only saves the wait.
  query.afterCommit(() => ports.bus.publish('command', { deviceId: device.id }))
  return id
}

export interface Settled {
  id: string
  deviceId: string
  appId: string | null
  origin: string
  state: number
}

/** The device's own word on a command. A word that comes after the end changes nothing but is kept. */
export async function settleReply(
  ports: Ports,
  deviceId: string,
  reply: { commandId: string; code: number; message: string | null; data: unknown },
): Promise<Settled | null> {
  const failed = !isSuccess(reply.code)
  const data = JSON.stringify(reply.data ?? null)
  // One statement, one round trip: somebody is waiting before a door.
  const [row] = await ports.db.query<{ id: string; app_id: string | null; origin: string; state: number }>(
    ENGINE,
    sql`
    with settled as (
      update devices.command set acked_at = now(), code = ${reply.code}, message = ${reply.message}, data = ${data}::jsonb,
        state = case when ${failed} then 4 when proof is null or proven_at is not null then 3 else 2 end,
        finished_at = case when ${failed} or proof is null or proven_at is not null then now() end
      where id = ${reply.commandId} and device_id = ${deviceId} and state in (0, 1) returning id, app_id, origin, state
    ), told as (
      insert into engine.outbox (id, type, key, app_id, payload)
      select ${ports.newId()}, 'command.finished', ${deviceId}, app_id, jsonb_build_object('commandId', id::text, 'deviceId', ${deviceId}::text, 'origin', origin)
      from settled where state <> 2 and origin in ('sync', 'linkage')
    )
    select * from settled`,
  )
  if (row) return { id: row.id, deviceId, appId: row.app_id, origin: row.origin, state: row.state }
  await ports.db.query(
    ENGINE,
    sql`update devices.command set data = jsonb_build_object('late', ${data}::jsonb), code = coalesce(code, ${reply.code}) where id = ${reply.commandId} and device_id = ${deviceId} and state in (3, 5) and acked_at is null and data is null`,
  )
  return null
}

/**
 * The state that proves it was reported. With the device's word it is done; without, its word is waited for a little
 * (`settleSilent`). A word that it failed stays, and the state is noted beside it.
 */
export async function settleProof(ports: Ports, deviceId: string, commandIds: readonly string[]): Promise<void> {
  await ports.db.tx(ENGINE, async query => {
    const rows = await query<{ id: string; app_id: string | null; origin: string; state: number }>(
      sql`update devices.command set proven_at = now(), state = case state when 2 then 3 else state end, finished_at = case state when 2 then now() else finished_at end
      where id = any(${commandIds}::bigint[]) and proven_at is null and (state in (1, 2) or (state = 4 and acked_at is not null)) returning id, app_id, origin, state`,
    )
    await tellFinished(
      ports,
      query,
      deviceId,
      rows.filter(({ state }) => state === 3),
    )
  })
}

/** So long an answer may come after the state that proves the act; after that the act stands for itself. */
const SILENCE_MS = 1500

/** Devices that never answer, or not with our id: what the state proved is done. Answers whose commands are over. */
export async function settleSilent(
  ports: Ports,
): Promise<{ id: string; device_id: string; app_id: string | null; device_class: string }[]> {
  return ports.db.tx(ENGINE, async query => {
    const rows = await query<{
      id: string
      device_id: string
      app_id: string | null
      origin: string
      device_class: string
    }>(sql`update devices.command set state = 3, finished_at = proven_at, message = '设备没有应答，由上报的状态证明'
      where id in (select id from devices.command where state = 1 and proven_at is not null and (proven_at < now() - make_interval(secs => ${SILENCE_MS / 1000}) or expires_at < now()) order by proven_at limit 500 for update skip locked)
      returning id, device_id, app_id, origin, device_class`)
    for (const row of rows) await tellFinished(ports, query, row.device_id, [row])
    return rows
  })
}

/** Others wait for the end of their commands: sync, linkage, callbacks. */
export async function tellFinished(
  ports: Ports,
  query: Query,
  deviceId: string,
  rows: readonly { id: string; app_id: string | null; origin: string }[],
): Promise<void> {
  const told = rows.filter(row => row.origin === 'sync' || row.origin === 'linkage')
  if (!told.length) return
  await query(
    sql`insert into engine.outbox (id, type, key, app_id, payload) values ${join(told.map(row => sql`(${ports.newId()}, 'command.finished', ${deviceId}, ${row.app_id}, ${JSON.stringify({ commandId: row.id, deviceId, origin: row.origin })}::jsonb)`))}`,
  )
}
