/** Gives commands: reads the device, checks the request against it, and writes the command with its deadline. */
import sql, { empty, type Sql } from 'sql-template-tag'
import { lowered, type Text } from '#base/text.ts'
import { DEVICE_DISABLED, NOT_SUPPORTED } from '#base/deviceTexts.ts'
import { notCarried } from '#devices/fields/carried.ts'
import type { Command, DeviceClass, Risk } from '#model/device.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { judgeAll } from '#model/judge.ts'
import type { Params } from '#model/row.ts'
import { inPlaces } from '#server/auth/places.ts'
import { auditInsert, type AuditEntry, type DirectCtx } from '#server/ctx.ts'
import type { SentCommand } from '#server/heldLinks.ts'
import type { Query, RunSql } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import type { Ports } from '#server/ports.ts'
import { judgeParams } from './judgeParams.server.ts'
import { endOf, judgeEnd } from './mustEnd.rules.ts'
import { CARRIES, neverRules, splitComponent, type Proof } from './command.rules.ts'

const ENGINE = { role: 'engine' } as const

export interface CommandRequest {
  deviceId: string
  /** The application for which it is given: a device that is in another one by now is not found. */
  appId?: string
  component?: string
  identifier: string
  params?: Params
  reason?: string | null
  origin: 'console' | 'linkage' | 'sync' | 'api' | 'test'
  originId?: string | null
  userId?: string | null
  userName?: string | null
  /** Given by a user with the permission to force: reasons that can be overridden do not refuse it. */
  forced?: boolean
  /** For the sync engine: what of it is not stored, in `CARRIES`, and the subjects that it delivers. */
  carries?: number
  subjects?: readonly string[]
  /** For properties that are set: when a state ends that lets everybody pass. */
  until?: string | null
  /** The same for a command that a rule gives: so many seconds after it. */
  endAfterS?: number | null
  /** Overrides the class's time to live, in seconds; never longer than that for commands that open or move something. */
  ttlS?: number
}

/** The data of a device that commands depend on. */
export interface Commanded {
  id: string
  source_id: string
  app_id: string | null
  device_class: string
  enabled: boolean
  online: boolean | null
  /** How it is connected, or was last; null when it never was. */
  protocol: string | null
  name: string
  sn: string
  /** The requested part; if none is named, the first of each kind. */
  parts: string[]
  /** The last reported states of these parts and of the device itself. */
  states: Record<string, Params>
}

/**
 * Reads everything a command needs to know of its device, in one query; `more` adds columns, `within` adds a condition.
 * Throws `not_found`.
 */
export async function commanded<More>(
  run: RunSql,
  deviceId: string,
  component?: string,
  { more = empty, within = empty }: { more?: Sql; within?: Sql } = {},
): Promise<Commanded & More> {
  const named = component || null
  const [device] = await run<Commanded & More>(
    prepared(sql`
    select d.id, d.source_id, d.app_id, d.device_class, d.enabled, s.online, s.protocol, d.name, d.sn,
      array(select c.kind || ':' || c.no from devices.component c
        where c.device_id = d.id and (${named}::text is null and c.no = 1 or c.kind || ':' || c.no = ${named})) as parts,
      coalesce((select jsonb_object_agg(h.component, h.vals) from devices.shadow h
        where h.device_id = d.id
        and (h.component in ('', ${named}) or ${named}::text is null and h.component like '%:1')),
        '{}') as states${more}
    from devices.device d left join devices.session s on s.device_id = d.id
    where d.id = ${deviceId} and d.deleted_at is null${within}`),
  )
  if (!device) throw new Refusal('not_found')
  return device
}

export function checkPart(device: Commanded, deviceClass: DeviceClass, kind: string, component: string): void {
  if (splitComponent(component)?.kind === kind && device.parts.includes(component)) return
  const { label } = deviceClass.components[kind]!
  throw invalidFields([{ field: 'component', text: [`请选择${label[0]}`, `Choose a ${lowered(label[1])}`] }])
}

export function checkReachable(device: Commanded, identifier: string, offline: Command['offline']): void {
  if (!device.enabled) throw new Refusal('wrong_state', { text: DEVICE_DISABLED })
  const unknown = notCarried(device.protocol, identifier)
  if (unknown) throw new Refusal('wrong_state', { text: unknown })
  if (!device.online && offline === 'refuse')
    throw new Refusal('device_offline', {
      text: [`${device.name} 离线，指令未下发`, `${device.name} is offline; nothing was sent`],
    })
}

export const unsafeRefusal = (because: Text): Refusal =>
  new Refusal('unsafe', { text: [`已拒绝：${because[0]}`, `Refused: ${because[1]}`] })

/** A command that passed the checks. */
export interface Judged {
  component: string
  params: Params
  ttlS: number
  lane: Command['lane']
  risk: Risk
  proof: Proof | null
  /** When the state ends that it begins and that lets everybody pass. */
  heldUntil: string | null
}

/** The texts of a command that its device shows or says to the public. */
export const screenedTexts = (command: Command | undefined, params: Params): { name: string; text: string }[] =>
  Object.entries(command?.input ?? {}).flatMap(([name, field]) => {
    const text = params[name]
    return field.kind === 'text' && field.screened && typeof text === 'string' && text ? [{ name, text }] : []
  })

/** Refuses a command whose texts for the public contain a forbidden word; the refusal names it. */
export async function screenTexts(
  ports: Pick<Ports, 'textScreens'>,
  query: RunSql,
  appId: string | null,
  command: Command | undefined,
  params: Params,
): Promise<void> {
  if (!appId) return
  for (const { name, text } of screenedTexts(command, params)) {
    for (const screen of ports.textScreens) {
      const problem = await screen.problem(query, appId, [text])
      if (problem) throw invalidFields([{ field: name, text: problem }])
    }
  }
}

/**
 * The parameters as they are given. Refuses those that the command does not have, misses or does not take. `state` is the last
 * reported one of the part; a rule that is saved knows none.
 */
export function judgeGiven(
  ports: Pick<Ports, 'now'>,
  command: Command,
  { sn, state = {} }: { sn: string; state?: Params | undefined },
  { params = {}, endAfterS }: Pick<CommandRequest, 'params' | 'endAfterS'>,
): Params {
  const end = endOf(command)
  const until = end && endAfterS ? { [end]: new Date(ports.now().getTime() + endAfterS * 1000).toISOString() } : {}
  const judged = judgeAll(command.input, { ...params, ...until })
  if ('problems' in judged) throw invalidFields(judged.problems)
  const given = Object.fromEntries(Object.entries(judged.ok).filter(([, value]) => value !== null))
  judgeParams(command, { sn }, state, given)
  return given
}

/** Refuses unknown and unsafe commands, and those that are impossible while the device is offline. */
export function judgeCommand(
  ports: Pick<Ports, 'classes' | 'now'>,
  device: Commanded,
  request: CommandRequest,
): Judged {
  const deviceClass = ports.classes.get(device.device_class)
  const command = deviceClass?.commands[request.identifier]
  if (!deviceClass || !command) throw new Refusal('invalid', { text: NOT_SUPPORTED })
  const component =
    request.component || (command.per && deviceClass.components[command.per]!.max === 1 ? `${command.per}:1` : '')
  if (command.per) checkPart(device, deviceClass, command.per, component)
  let params = request.params ?? {}
  let heldUntil: string | null = null
  if (request.origin !== 'sync') {
    const end = endOf(command)
    params = judgeGiven(ports, command, { sn: device.sn, state: device.states[component] }, request)
    heldUntil = judgeEnd(deviceClass, params, {
      field: end ?? 'until',
      until: end && params[end],
      now: () => ports.now(),
    })
  }
  checkReachable(device, request.identifier, command.offline)
  const against = neverRules(command, device.states[component] ?? {}, params)
  const refused = against.find(rule => !request.forced || !rule.force)
  if (refused) throw unsafeRefusal(refused.because)
  // The device is only sent `force` when there is a reason to override.
  if (against.length) params = { ...params, force: true }
  const ttlS =
    command.risk === 'none' ? (request.ttlS ?? command.ttlS) : Math.min(request.ttlS ?? command.ttlS, command.ttlS)
  const { lane, risk, proof = null } = command
  return { component, params, ttlS, lane, risk, proof, heldUntil }
}

/** Queues one command in the caller's transaction and returns its id; the gateway is notified after the commit. */
export async function queueCommand(ports: Ports, query: Query, request: CommandRequest): Promise<string> {
  const within = request.appId === undefined ? empty : sql` and d.app_id = ${request.appId}`
  const device = await commanded(query, request.deviceId, request.component, { within })
  const judged = judgeCommand(ports, device, request)
  const command = ports.classes.get(device.device_class)?.commands[request.identifier]
  if (request.origin !== 'sync') await screenTexts(ports, query, device.app_id, command, judged.params)
  return writeCommand(ports, query, request, device, judged)
}

const COLUMNS = sql`id, source_id, app_id, device_id, device_class, component, identifier, params, lane, risk,
  reason, origin, origin_id, user_id, user_name, expires_at, proof, carries, subjects, held_until`
const valuesOf = (
  id: string,
  request: CommandRequest,
  device: Commanded,
  { component, params, ttlS, lane, risk, proof, heldUntil }: Judged,
): Sql => sql`${id}, ${device.source_id}, ${device.app_id}, ${device.id}, ${device.device_class}, ${component}, ${request.identifier}, ${JSON.stringify(params)}::jsonb, ${lane === 'now' ? 0 : 1}, ${risk},
  ${request.reason ?? null}, ${request.origin}, ${request.originId ?? null}, ${request.userId ?? null}, ${request.userName ?? null}, now() + make_interval(secs => ${ttlS}), ${proof ? JSON.stringify(proof) : null}::jsonb,
  ${request.carries ?? CARRIES.nothing}, ${request.subjects ?? null}::bigint[], ${heldUntil}::timestamptz`

/** Inserts the row of the command; the caller need not wait for the gateway. */
export async function writeCommand(
  ports: Ports,
  query: Query,
  request: CommandRequest,
  device: Commanded,
  judged: Judged,
): Promise<string> {
  const id = ports.newId()
  await query(prepared(sql`insert into devices.command (${COLUMNS}) values (${valuesOf(id, request, device, judged)})`))
  // The gateway polls as well; this only reduces the delay.
  query.afterCommit(() => ports.bus.publish('command', { deviceId: device.id }))
  return id
}

/**
 * Writes the command with its audit entry in one statement, and sends it once that is committed. Where this process holds the
 * device's connection and nothing is queued before it, it is written as sent at once, which saves the gateway's own commit.
 * Throws `wrong_state` when the device was moved, disabled or removed since it was read.
 */
export async function giveCommand(
  ctx: DirectCtx,
  request: CommandRequest,
  device: Commanded,
  judged: Judged,
  entry: (id: string) => AuditEntry,
): Promise<string> {
  const { ports } = ctx
  const id = ctx.newId()
  const epoch = judged.lane === 'now' ? (ports.links.epochOf(device.id) ?? null) : null
  const [written] = await ports.db.query<Pick<SentCommand, 'expires_at' | 'params'> & { epoch: string | null }>(
    ENGINE,
    prepared(sql`with held as (
      select node, epoch from devices.session
      where device_id = ${device.id} and online and node = ${ports.node} and epoch = ${epoch}
        and not exists (select from devices.command where device_id = ${device.id} and state = 0 and lane = 0)
    ), written as (
      insert into devices.command (${COLUMNS}, state, node, epoch, sent_at)
      select ${valuesOf(id, request, device, judged)}, case when held.epoch is null then 0 else 1 end, held.node,
      held.epoch, case when held.epoch is not null then clock_timestamp() end
      from devices.device d left join held on true
      where d.id = ${device.id} and d.app_id is not distinct from ${device.app_id}${inPlaces(ctx.user, ctx.appId)} and d.enabled and d.deleted_at is null
      returning epoch, expires_at, params
    ), audited as (${auditInsert(ctx, entry(id), sql`where exists (select from written)`)})
    select epoch, expires_at, params from written`),
  )
  if (!written)
    throw new Refusal('wrong_state', {
      text: ['设备刚刚发生变更，指令未下发', 'The device has just changed; nothing was sent'],
    })
  if (!written.epoch) ports.bus.publish('command', { deviceId: device.id })
  else
    ports.links.send({
      id,
      device_id: device.id,
      device_class: device.device_class,
      app_id: device.app_id,
      component: judged.component,
      identifier: request.identifier,
      // In stored form: jsonb orders the names, so they are sent in the same order on either path.
      params: written.params,
      carries: CARRIES.nothing,
      reason: request.reason ?? null,
      user_name: request.userName ?? null,
      epoch: written.epoch,
      expires_at: written.expires_at,
      proof: judged.proof,
    } satisfies SentCommand)
  return id
}
