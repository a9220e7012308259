/**
 * Ends states that let everybody pass at their time, also when the device, its connection or the platform was away then:
 * the device may end them itself, and where it still reports the state it is told to, until it does not.
 */
import sql from 'sql-template-tag'
import type { DeviceClass } from '#model/device.ts'
import { Refusal } from '#model/error.ts'
import type { Params } from '#model/row.ts'
import { worker } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import { commanded, judgeCommand, writeCommand, type CommandRequest } from './command.server.ts'
import { SET_PROPERTIES } from './commandWords.rules.ts'
import { heldIn } from './mustEnd.rules.ts'
import { judgeSet } from './setProperties.server.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 1000
const AT_ONCE = 50
/** A device that ends it itself has so long to report that. */
const OWN_END_S = 3
const AGAIN_S = 15

interface Held {
  id: string
  device_id: string
  device_class: string
  component: string
  identifier: string
  params: Params
  vals: Params | null
}

export const endHolds = worker({
  name: 'devices.holds',
  where: 'worker',
  async run(ports) {
    const [due] = await ports.db.query<{ due: boolean }>(
      ENGINE,
      prepared(sql`select exists (select from devices.command
        where held_until <= now() - make_interval(secs => ${OWN_END_S})) as due`),
    )
    if (due!.due) await ports.db.tx(ENGINE, query => endSome(ports, query))
    return EVERY_MS
  },
})

async function endSome(ports: Ports, query: Query): Promise<void> {
  // Moved to another application, or asked for again with another end: no longer this command's.
  await query(
    sql`update devices.command c set held_until = null
      where c.held_until <= now() and (exists (select from devices.command n where n.device_id = c.device_id
          and n.component = c.component and n.identifier = c.identifier and n.id > c.id and n.held_until is not null)
        or not exists (select from devices.device d
          where d.id = c.device_id and d.app_id = c.app_id and d.deleted_at is null))`,
  )
  const held = await query<Held>(
    sql`select c.id, c.device_id, c.device_class, c.component, c.identifier, c.params, h.vals from devices.command c
      join devices.session s on s.device_id = c.device_id and s.online
      left join devices.shadow h on h.device_id = c.device_id and h.component = c.component
      where c.held_until <= now() - make_interval(secs => ${OWN_END_S})
      order by c.held_until limit ${AT_ONCE} for update of c skip locked`,
  )
  for (const one of held) {
    const deviceClass = ports.classes.get(one.device_class)
    const state = deviceClass && heldIn(deviceClass, one.params)
    const lasts = state && one.vals?.[state.property] === state.is
    if (lasts) await sendEnd(ports, query, deviceClass, one)
    await query(
      sql`update devices.command set held_until = ${lasts ? new Date(ports.now().getTime() + AGAIN_S * 1000) : null}
        where id = ${one.id}`,
    )
  }
}

async function sendEnd(ports: Ports, query: Query, deviceClass: DeviceClass, one: Held): Promise<void> {
  const { property, normal } = heldIn(deviceClass, one.params)!
  const request: CommandRequest = {
    ...{
      deviceId: one.device_id,
      component: one.component,
      identifier: one.identifier,
      params: { [property]: normal },
    },
    ...{ reason: '到期自动恢复', origin: 'console', originId: one.id, userName: '到期恢复' },
  }
  try {
    const device = await commanded(query, one.device_id, one.component)
    const judged =
      one.identifier === SET_PROPERTIES ? judgeSet(ports, device, request) : judgeCommand(ports, device, request)
    await writeCommand(ports, query, request, device, judged)
  } catch (error) {
    // Not possible at the moment: tried again.
    if (!(error instanceof Refusal)) throw error
    ports.log.warn({ deviceId: one.device_id, error: error.message }, 'a held state could not be ended')
  }
}
