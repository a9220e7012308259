/** Decisions about requests of devices, within the time they wait, and explanations of refusals by devices themselves. */
import { hash } from 'node:crypto'
import type { Ask, DeviceEvent } from '#model/message.ts'
import type { Decider } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { isLater } from '#server/sql/causeOf.ts'
import type { Rows } from '../facts/lanes.server.ts'
import { liveTimeOf, timeOf, type FactRow } from '../facts/translate.rules.ts'
import type { OpenLink } from './linkBook.server.ts'

/** Of the time that the device waits: the rest is for storing the fact and for the way, so that it is answered by 80 %. */
const DECIDING_SHARE = 0.6

interface Deciding {
  ports: Ports
  /** By the event that they decide about; `*` explains refusals. */
  deciders: ReadonlyMap<string, Decider>
}

const receivedAt = (fact: FactRow): string => new Date(fact.received_ms).toISOString()

/** A decision that the device waits for; if it comes too late, the answer that the class declares for silence is given. */
export async function decideFact(
  { ports, deciders }: Deciding,
  entry: OpenLink,
  message: Ask,
  fact: FactRow,
): Promise<Rows['awaited'][number]['answer']> {
  const decider = deciders.get(message.identifier)
  const withinMs = patienceMs(entry, message.identifier) * DECIDING_SHARE
  const late = new Promise<null>(resolve => setTimeout(resolve, withinMs, null).unref())
  const verdict = decider
    ? await Promise.race([
        decider
          .decide(ports, {
            deviceId: entry.deviceId,
            appId: entry.appId,
            component: fact.component,
            params: message.params,
            // The answer opens now, whatever the clock of the device says.
            at: liveTimeOf(timeOf(fact), receivedAt(fact)),
            withinMs,
          })
          .catch((error: unknown) => {
            // Without its rules the platform refuses, and the device need not wait for that.
            if (isLater(error)) return null
            throw error
          }),
        late,
      ])
    : null
  if (!verdict) {
    Object.assign(fact, { result: 0, reason: 'late' })
    return { kind: 'answer', questionId: message.questionId, data: { allow: false, reason: 'late' } }
  }
  const answers = entry.deviceClass.events[message.identifier]?.ask?.answers ?? []
  Object.assign(fact, {
    result: verdict.allow ? 1 : 0,
    reason: verdict.reason,
    decision: verdict.decision,
    person_id: verdict.personId,
  })
  return {
    kind: 'answer',
    questionId: message.questionId,
    data: {
      allow: verdict.allow,
      reason: verdict.reason ?? '',
      ...Object.fromEntries(answers.map(name => [name, verdict[name] ?? ''])),
    },
  }
}

/** How long a device waits for the answer to its question, in milliseconds. */
export function patienceMs(entry: OpenLink, identifier: string): number {
  return entry.deviceClass.events[identifier]?.ask?.withinMs ?? 1000
}

/** Whether the device says that it decided about its question by itself. */
export function decidedBy({ deviceClass }: OpenLink, { identifier, params }: Ask | DeviceEvent): boolean {
  const param = deviceClass.events[identifier]?.ask?.decided?.param
  return param !== undefined && params[param] === true
}

/**
 * Judges again what the device decided by itself, at the device's time. Returns the event to store where it let somebody pass
 * whom our rules refuse. Repeatable: the event has a key that follows from that of the report.
 */
export async function reviewFact(
  { ports, deciders }: Deciding,
  entry: OpenLink,
  message: Ask | DeviceEvent,
  fact: FactRow,
): Promise<DeviceEvent | null> {
  const review = deciders.get(message.identifier)?.review
  if (!review) return null
  const passed = fact.result === 1
  const verdict = await review(ports, {
    ...{ deviceId: entry.deviceId, appId: entry.appId, component: fact.component, params: message.params },
    ...{ at: timeOf(fact), key: fact.key, passed },
  })
  Object.assign(fact, { decision: verdict.decision, person_id: verdict.personId })
  if (verdict.allow || !passed) return null
  const { objection } = entry.deviceClass.events[message.identifier]!.ask!.decided!
  return {
    ...{ kind: 'event', identifier: objection },
    ...(message.at !== undefined && { at: message.at }),
    params: { ...fact.params, reason: verdict.reason },
    key: hash('sha256', `${objection}\0${fact.key}`, 'hex').slice(0, 32),
  }
}

/** For a refusal by the device itself, the verdict of our rules at that moment is stored for the story. A passage is judged on demand. */
export async function explainFact({ ports, deciders }: Deciding, entry: OpenLink, fact: FactRow): Promise<void> {
  const decider = deciders.get('*')
  if (!decider || !entry.appId) return
  const verdict = await decider
    .decide(ports, {
      deviceId: entry.deviceId,
      appId: entry.appId,
      component: fact.component,
      params: fact.params,
      at: fact.late ? timeOf(fact) : liveTimeOf(timeOf(fact), receivedAt(fact)),
    })
    .catch(() => null)
  if (verdict) fact.decision = verdict.decision
}
