/** Tells open pages what was stored of one batch of messages. */
import { FAMILIES } from '#model/families.ts'
import type { Reply } from '#model/message.ts'
import type { Ports } from '#server/ports.ts'
import type { Rows } from '../facts/lanes.server.ts'
import { timeOf } from '../facts/translate.rules.ts'
import type { OpenLink } from './linkBook.server.ts'
import { logChanged } from './logChanged.server.ts'

export function publishStored(ports: Ports, entry: OpenLink, rows: Rows, replies: readonly Reply[]): void {
  logChanged(ports, {
    ...{ deviceId: entry.deviceId, deviceClass: entry.deviceClass.key, appId: entry.appId, sourceId: entry.sourceId },
  })
  if (!entry.appId) return
  const base = { appId: entry.appId, deviceClass: entry.deviceClass.key, deviceId: entry.deviceId }
  for (const fact of rows.facts) {
    if (rows.stored.has(fact.id))
      ports.bus.publish('live', {
        ...base,
        type: 'fact',
        factId: fact.id,
        family: fact.family,
        identifier: fact.identifier,
        level: fact.level,
        at: timeOf(fact),
      })
    if (rows.stored.has(fact.id) && fact.family === FAMILIES.alarm.wire)
      ports.bus.publish('live', { ...base, type: 'alarm', level: fact.level, at: timeOf(fact) })
  }
  if (rows.states.length)
    ports.bus.publish('live', {
      ...base,
      type: 'state',
      states: rows.states.map(state => ({ component: state.component, vals: state.vals })),
      at: rows.states[0]!.stated_at,
    })
  for (const reply of replies)
    ports.bus.publish('live', { ...base, type: 'command', commandId: reply.commandId, at: ports.now().toISOString() })
}
