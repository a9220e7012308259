/**
 * The gateway's side of commands: claims those queued for its own sessions, writes them to the sockets, and ends those
 * without an answer.
 */
import sql, { type Sql } from 'sql-template-tag'
import type { Params } from '#model/row.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'
import type { SentCommand } from '#server/heldLinks.ts'
import { toState } from '#server/moves/toState.ts'
import { COMMAND_STATES, emitFinished, IS_SILENT, settleSilent } from './settle.server.ts'
import { CARRIES, provenBy, splitComponent, wireParams } from './command.rules.ts'
import type { LinkBook, OpenLink } from '../connect/linkBook.server.ts'
import { FRAME_KINDS } from '../facts/frameKinds.ts'
import { logChanged } from '../connect/logChanged.server.ts'
import { SET_PROPERTIES } from './commandWords.rules.ts'
import { wireValues } from './setProperties.rules.ts'

const ENGINE = { role: 'engine' } as const
const POLL_MS = 250
const AT_ONCE = 200
/** Contents are read for a few commands at a time, so that nothing for which somebody waits is behind them. */
const READ_AT_ONCE = 4

export interface Dispatcher {
  stop(): Promise<void>
}

/** Runs until stopped. The bus only reduces the delay. */
export function startDispatcher(ports: Ports, links: LinkBook): Dispatcher {
  let stopped = false
  /** Remembers a hint that arrives while commands are being sent; otherwise the next command would wait for the poll. */
  let hinted = false
  let wake: (() => void) | null = null
  const carriers = carrierQueue(ports, links)
  const hint = (): void => {
    hinted = true
    wake?.()
  }
  const unsubscribe = ports.bus.subscribe('command', message => {
    if (links.get(String(message.deviceId))) hint()
  })
  const warn = (error: Error): void => ports.log.warn({ error: error.message }, 'commands could not be dispatched')
  ports.links.attach({
    epochOf: deviceId => {
      const entry = links.get(deviceId)
      return entry?.polls ? undefined : entry?.epoch
    },
    send: command => void send(ports, links, command).catch(warn),
  })
  const loop = (async () => {
    let expiryDueMs = 0
    while (!stopped) {
      hinted = false
      try {
        if (links.size > 0) while ((await sendQueued(ports, links, carriers)) === AT_ONCE && !stopped);
        if (Date.now() >= expiryDueMs) {
          expiryDueMs = Date.now() + POLL_MS
          const due = await endsDue(ports)
          if (due.silent) await endSilent(ports)
          if (due.expired) await endExpired(ports, links)
        }
      } catch (error) {
        warn(error as Error)
      }
      if (hinted || stopped) continue
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, POLL_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = null
    }
  })()
  return {
    async stop() {
      stopped = true
      unsubscribe()
      wake?.()
      await loop
      await carriers.settled()
    },
  }
}

type CarrierQueue = ReturnType<typeof carrierQueue>

/** Reads and sends contents beside the other commands, a few at once of all that were claimed: each needs a connection of its own. */
function carrierQueue(ports: Ports, links: LinkBook) {
  const waiting: SentCommand[] = []
  const workers = new Set<Promise<void>>()
  return {
    add(commands: readonly SentCommand[]): void {
      waiting.push(...commands)
      for (let more = Math.min(READ_AT_ONCE - workers.size, waiting.length); more > 0; more -= 1) {
        const worker = sendAll(ports, links, waiting)
        workers.add(worker)
        void worker.finally(() => workers.delete(worker))
      }
    },
    settled: () => Promise.all(workers),
  }
}

async function sendQueued(ports: Ports, links: LinkBook, carriers: CarrierQueue): Promise<number> {
  const claimed = await claim(ports, sql`not s.polls`, AT_ONCE)
  carriers.add(claimed.filter(isCarrier))
  const others = claimed.filter(command => !isCarrier(command))
  await Promise.all(others.map(command => sendAll(ports, links, [command])))
  return claimed.length
}

const isCarrier = ({ carries }: SentCommand): boolean => carries === CARRIES.content

/** One after the other, until none waits. One that could not be sent ends by its time, as one that was not answered. */
async function sendAll(ports: Ports, links: LinkBook, waiting: SentCommand[]): Promise<void> {
  for (let command = waiting.shift(); command; command = waiting.shift())
    await send(ports, links, command).catch((error: Error) =>
      ports.log.warn({ commandId: command!.id, error: error.message }, 'a command could not be sent'),
    )
}

/** Sends the next command to a device that fetches its commands; its link receives it. */
export async function sendNext(ports: Ports, links: LinkBook, { deviceId, epoch }: OpenLink): Promise<void> {
  for (const command of await claim(ports, sql`s.device_id = ${deviceId} and s.epoch = ${epoch}`, 1))
    await send(ports, links, command)
}

/** Claimed and committed before a byte is written: commands that open or move something are sent at most once. */
async function claim(ports: Ports, of: Sql, most: number): Promise<SentCommand[]> {
  const claimed = await ports.db.query<SentCommand>(
    ENGINE,
    prepared(sql`
    with q as materialized (
      select c.id, s.epoch from devices.command c join devices.session s on s.device_id = c.device_id
      where c.state = 0 and s.online and s.node = ${ports.node} and ${of} and c.expires_at > now() order by c.lane, c.id
      limit ${most} for update of c skip locked)
    update devices.command c set ${toState(COMMAND_STATES, 'sent')}, node = ${ports.node}, epoch = q.epoch,
      sent_at = clock_timestamp() from q where c.id = q.id
    returning c.id, c.device_id, c.app_id, c.component, c.identifier, c.params, c.reason, c.user_name, q.epoch,
    c.expires_at, c.proof, c.device_class, c.carries`),
  )
  return claimed.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
}

async function send(ports: Ports, links: LinkBook, command: SentCommand): Promise<void> {
  const entry = links.get(command.device_id)
  if (!entry || entry.epoch !== command.epoch) return fail(ports, command, '连接已断开')
  const carried = isCarrier(command) ? await contentOf(ports, command) : command.params
  if (!carried) return fail(ports, command, NOT_WANTED)
  const expiresAt = new Date(command.expires_at).getTime()
  if (command.proof)
    entry.waiting.push({
      commandId: command.id,
      component: command.component,
      left: new Map(Object.entries(provenBy(command.proof))),
      until: expiresAt + 5000,
    })
  const part = splitComponent(command.component)
  const sets = command.identifier === SET_PROPERTIES
  const params = sets
    ? wireValues(entry.deviceClass, command.component, command.params)
    : wireParams(entry.deviceClass, command.component, carried, {
        reason: command.reason,
        operator: command.user_name,
        commandId: command.id,
      })
  try {
    await entry.link.send(
      sets
        ? { kind: 'set', commandId: command.id, values: params, expiresAt }
        : {
            kind: 'command',
            commandId: command.id,
            identifier: command.identifier,
            params,
            expiresAt,
            ...(part ? { component: part } : {}),
          },
    )
  } catch (error) {
    // A command that was never sent cannot be proven, whatever the device reports.
    entry.waiting = entry.waiting.filter(awaited => awaited.commandId !== command.id)
    return fail(ports, command, (error as Error).message.slice(0, 200))
  }
  const [row] = await ports.db.query<{ source_id: string }>(
    ENGINE,
    prepared(sql`insert into devices.frame (id, source_id, app_id, device_id, device_class, kind, identifier,
      upstream, content, request_id, bytes, at)
    select ${ports.newId()}, source_id, app_id, id, device_class, ${sets ? FRAME_KINDS.set[0] : FRAME_KINDS.service[0]},
    ${command.identifier}, false, ${JSON.stringify(summary(isCarrier(command) ? command.params : params))}::jsonb, ${command.id},
    ${JSON.stringify(params).length}, now()
    from devices.device where id = ${command.device_id} returning source_id`),
  )
  if (!row) return
  showChange(ports, command)
  const { device_id: deviceId, device_class: deviceClass, app_id: appId } = command
  logChanged(ports, { deviceId, deviceClass, appId, sourceId: row.source_id })
}

/** In Chinese, as stored; `commandWords` has both. */
const NOT_WANTED = '内容已变更，本次不再下发'
const contentOf = (ports: Ports, { id, device_id: deviceId, device_class: deviceClass }: SentCommand) =>
  ports.carrier.load(ports, { id, deviceId, deviceClass })

/** Notifies open pages of the change. */
function showChange(
  ports: Ports,
  command: { id: string; app_id: string | null; device_id: string; device_class: string },
): void {
  ports.bus.publish('live', {
    type: 'command',
    appId: command.app_id,
    deviceId: command.device_id,
    deviceClass: command.device_class,
    commandId: command.id,
    at: ports.now().toISOString(),
  })
}

/** Long lists (people, cards) are logged as a number of items. */
const summary = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length > 3
        ? { count: value.length }
        : Array.isArray(value)
          ? value.map((item: unknown) =>
              typeof item === 'object' && item
                ? { personId: (item as { personId?: unknown }).personId, cardNo: undefined }
                : item,
            )
          : value,
    ]),
  )

async function fail(ports: Ports, command: SentCommand, message: string): Promise<void> {
  await ports.db.tx(ENGINE, async query => {
    const rows = await query<{ id: string; app_id: string | null; origin: string }>(
      sql`update devices.command set ${toState(COMMAND_STATES, 'failed')}, message = ${message}, finished_at = now()
        where id = ${command.id} and state = 1 returning id, app_id, origin`,
    )
    await emitFinished(ports, query, command.device_id, rows)
  })
}

const IS_EXPIRED = sql`state in (0, 1, 2) and expires_at < now() and not (state = 1 and proven_at is not null)`

/** Mostly nothing is due, and one statement costs less than two transactions. */
async function endsDue(ports: Ports): Promise<{ silent: boolean; expired: boolean }> {
  const [due] = await ports.db.query<{ silent: boolean; expired: boolean }>(
    ENGINE,
    prepared(sql`select exists (select from devices.command where ${IS_SILENT}) as silent,
      exists (select from devices.command where ${IS_EXPIRED}) as expired`),
  )
  return due!
}

async function endSilent(ports: Ports): Promise<void> {
  for (const row of await settleSilent(ports)) showChange(ports, row)
}

/**
 * Ends commands whose time is over. If one opens or moves something and was sent without an answer, the connection is
 * reset: it must not arrive late.
 */
async function endExpired(ports: Ports, links: LinkBook): Promise<void> {
  const ended = await ports.db.tx(ENGINE, async query => {
    const rows = await query<{
      id: string
      device_id: string
      app_id: string | null
      origin: string
      risk: string
      unanswered: boolean
      epoch: string | null
      device_class: string
    }>(sql`
      with q as materialized (select id from devices.command
      where ${IS_EXPIRED} order by expires_at limit 500 for update skip locked)
      update devices.command c set ${toState(COMMAND_STATES, 'timedOut')}, finished_at = now(), message = case c.state
        when 0 then '未能发送：到期时设备不在线' when 1 then '设备没有应答' else '设备已确认，但没有等到动作完成' end
      from q where c.id = q.id
      returning c.id, c.device_id, c.app_id, c.origin, c.risk,
      c.acked_at is null and c.sent_at is not null as unanswered, c.epoch, c.device_class`)
    for (const row of rows) await emitFinished(ports, query, row.device_id, [row])
    return rows
  })
  for (const row of ended) {
    showChange(ports, row)
    if (!row.unanswered || (row.risk !== 'opens' && row.risk !== 'moves')) continue
    // A later connection never carried the command.
    const entry = links.get(row.device_id)
    if (entry?.epoch === row.epoch) entry?.link.reset('commandTimeout')
  }
}
