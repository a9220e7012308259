/** Incoming messages of devices: pictures are stored, decisions made, rows written, and only then is the device answered. */
import sql from 'sql-template-tag'
import type { StoreResult } from '#model/gate.ts'
import type { DeviceMessage, Downlink, Reply, Report } from '#model/message.ts'
import type { Params } from '#model/row.ts'
import { FAMILIES, isPassage } from '#model/families.ts'
import type { Decider } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { whenAvailable } from '#server/sql/whenAvailable.ts'
import { settleProof, settleReply } from '../command/settle.server.ts'
import { decideFact, decidedBy, explainFact, patienceMs, reviewFact } from './decideFact.server.ts'
import { DeviceLog } from './deviceLog.server.ts'
import { refuseLate, type Ingest, type Rows } from '../facts/lanes.server.ts'
import type { AwaitedProof, LinkBook, OpenLink } from './linkBook.server.ts'
import { Listeners } from './listeners.server.ts'
import { logChanged } from './logChanged.server.ts'
import {
  factOf,
  misfitsOf,
  statesOf,
  timeOf,
  type FactRow,
  type Moment,
  type StateRow,
} from '../facts/translate.rules.ts'

export const PHOTO_MAX_CHARACTERS = 400_000
const MAX_PARTS = 256
/** Of anything shorter, six characters would be too much. */
const VEILED_LENGTH = 22
const isProven = (proof: AwaitedProof): boolean => proof.left.size === 0

type FactMessage = Exclude<DeviceMessage, { kind: 'report' | 'reply' }>
/** The rows and answers made from one batch of messages. */
interface Intake {
  rows: Rows
  moment: Moment
  answers: Downlink[]
  replies: Reply[]
  /** Ids of commands that a reported state proves. */
  proofs: string[]
  misfits: string[]
  past: Report[]
}

export class MessageIntake {
  readonly ports: Ports
  private readonly ingest: Ingest
  private readonly links: LinkBook
  readonly deciders: ReadonlyMap<string, Decider>
  private readonly listeners: Listeners
  private readonly log: DeviceLog
  private n = 0

  constructor(ports: Ports, ingest: Ingest, links: LinkBook, log: DeviceLog, deciders: readonly Decider[]) {
    this.ports = ports
    this.ingest = ingest
    this.links = links
    this.deciders = new Map(deciders.map(decider => [decider.event, decider]))
    this.listeners = new Listeners(ports)
    this.log = log
  }

  async store(entry: OpenLink, messages: readonly DeviceMessage[], bytes: number): Promise<StoreResult> {
    const moment: Moment = {
      nowMs: this.ports.now().getTime(),
      epoch: entry.epoch,
      n: (this.n += 1),
      newId: this.ports.newId,
    }
    entry.lastSeen = moment.nowMs
    const rows: Rows = { facts: [], states: [], frames: [], stored: new Set(), awaited: [] }
    const intake: Intake = { rows, moment, answers: [], replies: [], proofs: [], misfits: [], past: [] }
    for (const message of messages) {
      if (message.kind === 'reply') this.addReply(entry, message, intake)
      else if (message.kind === 'report') this.addReport(entry, message, intake)
      else {
        const waits = this.addFact(entry, message, intake)
        if (waits) await waits
      }
    }
    const { answers, replies, proofs, misfits, past } = intake
    if (past.length) rows.frames.push(this.log.backfill(entry, past, misfits, moment))
    // Both are idempotent, so they need not wait for each other; the device is answered when both are committed.
    const stored = this.ingest.submit(entry.deviceId, rows, bytes)
    await (replies.length ? Promise.all([stored, this.settleAll(entry, replies)]) : stored)
    refuseLate(rows)
    if (proofs.length) {
      await this.stored(() => settleProof(this.ports, entry.deviceId, proofs))
      entry.waiting = entry.waiting.filter(awaited => !proofs.includes(awaited.commandId))
    }
    this.publish(entry, rows, replies)
    return { answers, misfits: [...new Set(misfits)] }
  }

  private addReply(entry: OpenLink, message: Reply, { rows, moment, replies }: Intake): void {
    const { code, commandId, data } = message
    replies.push(message)
    rows.frames.push(
      this.log.frame(entry, 'reply', commandId, { code, message: message.message, data }, moment, {
        code,
        requestId: commandId,
      }),
    )
  }

  private addReport(entry: OpenLink, message: Report, { rows, moment, proofs, misfits, past }: Intake): void {
    const { rows: states, misfits: wrong } = statesOf(entry, message, moment)
    misfits.push(...wrong)
    rows.states.push(...newest(entry, message, states))
    if (message.past) {
      past.push(message)
      return
    }
    rows.frames.push(
      wrong.length
        ? this.log.misfit(entry, null, wrong, message.values, moment)
        : this.log.frame(entry, 'report', null, message.values, moment),
    )
    proofs.push(
      ...this.proven(
        entry,
        states.map(state => [state.component, state.vals]),
      ),
    )
  }

  /** Undefined where the fact is complete at once, as most are: a promise costs time in every message. */
  private addFact(
    entry: OpenLink,
    message: FactMessage,
    { rows, moment, misfits, answers }: Intake,
  ): Promise<void> | undefined {
    const picture = pictureIn(message.params)
    const veiled = entry.deviceClass.events[message.identifier]?.veiled
    const stripped = picture || veiled ? { ...message, params: veil({ ...message.params }, veiled ?? []) } : message
    const wrong = misfitsOf(entry, message)
    if (wrong.length) rows.frames.push(this.log.misfit(entry, message.identifier, wrong, stripped.params, moment))
    misfits.push(...wrong)
    const decided = decidedBy(entry, message)
    // Nobody waits for what the device decided by itself, so it cannot come too late.
    const said = decided && stripped.kind === 'ask' ? { ...stripped, kind: 'event' as const } : stripped
    const notify = this.listeners.has(entry.appId)
    const fact = factOf(entry, said, moment, notify)
    // Its device proved nothing but a serial number.
    if (!entry.proven) fact.params = { ...fact.params, unproven: true }
    rows.facts.push(fact)
    if (decided) return this.completeDecided(entry, message, { fact, moment, notify }, rows, answers)
    const refused = isPassage(fact.family) && fact.result === 0
    if (!picture && !refused && message.kind !== 'ask') return undefined
    return this.complete(entry, message, picture, fact, rows, answers)
  }

  private async complete(
    entry: OpenLink,
    message: FactMessage,
    picture: Buffer | null,
    fact: FactRow,
    rows: Rows,
    answers: Downlink[],
  ): Promise<void> {
    // A person is waiting at the door: the picture is stored while the rules are read.
    const untilMs = performance.now() + patienceMs(entry, message.identifier)
    const deciding = message.kind === 'ask' ? decideFact(this, entry, message, fact) : null
    const [, answer] = await Promise.all([picture && this.storePicture(picture, fact), deciding])
    if (answer) {
      answers.push(answer)
      rows.awaited.push({ fact, answer, untilMs })
    } else if (isPassage(fact.family) && fact.result === 0) await explainFact(this, entry, fact)
  }

  /** Judges what the device decided by itself, and confirms that it arrived. */
  private async completeDecided(
    entry: OpenLink,
    message: FactMessage,
    made: { fact: FactRow; moment: Moment; notify: boolean },
    rows: Rows,
    answers: Downlink[],
  ): Promise<void> {
    const { fact, moment, notify } = made
    const review = await this.stored(() => reviewFact(this, entry, message, fact))
    if (review) rows.facts.push(factOf(entry, review, moment, notify))
    if (message.kind !== 'ask') return
    const data = { allow: fact.result === 1, reason: fact.reason ?? '' }
    answers.push({ kind: 'answer', questionId: message.questionId, data })
  }

  /** Stores a picture of the payload as a file; the row keeps its key. */
  private async storePicture(picture: Buffer, fact: FactRow): Promise<void> {
    fact.photo_file = await this.ports.files.put(this.ports.vault.seal(picture, 'file|capture'))
    fact.params.photo = `file:${fact.photo_file}`
  }

  private proven(entry: OpenLink, states: [component: string, vals: Params][]): string[] {
    const now = this.ports.now().getTime()
    entry.waiting = entry.waiting.filter(proof => proof.until > now)
    for (const proof of entry.waiting)
      for (const [component, vals] of states)
        if (component === proof.component)
          for (const [name, value] of proof.left) if (vals[name] === value) proof.left.delete(name)
    return entry.waiting.filter(isProven).map(proof => proof.commandId)
  }

  /** As in the lanes: what cannot be stored now is retried in its place; nothing more is read from the device meanwhile. */
  private stored<T>(work: () => Promise<T>): Promise<T> {
    return whenAvailable(work, { say: () => {}, signal: this.ports.stopping })
  }

  private async settleAll(entry: OpenLink, replies: readonly Reply[]): Promise<void> {
    for (const reply of replies) await this.stored(() => this.settle(entry, reply))
  }

  private async settle(entry: OpenLink, reply: Reply): Promise<void> {
    if (!/^\d{1,19}$/.test(reply.commandId)) return
    await settleReply(this.ports, entry.deviceId, {
      commandId: reply.commandId,
      code: reply.code,
      message: reply.message?.slice(0, 500) ?? null,
      data: reply.data,
    })
  }

  private publish(entry: OpenLink, rows: Rows, replies: readonly Reply[]): void {
    logChanged(this.ports, {
      ...{ deviceId: entry.deviceId, deviceClass: entry.deviceClass.key, appId: entry.appId, sourceId: entry.sourceId },
    })
    if (!entry.appId) return
    const base = { appId: entry.appId, deviceClass: entry.deviceClass.key, deviceId: entry.deviceId }
    for (const fact of rows.facts) {
      if (rows.stored.has(fact.id))
        this.ports.bus.publish('live', {
          ...base,
          type: 'fact',
          factId: fact.id,
          family: fact.family,
          identifier: fact.identifier,
          level: fact.level,
          at: timeOf(fact),
        })
      if (rows.stored.has(fact.id) && fact.family === FAMILIES.alarm.wire)
        this.ports.bus.publish('live', { ...base, type: 'alarm', level: fact.level, at: timeOf(fact) })
    }
    if (rows.states.length)
      this.ports.bus.publish('live', {
        ...base,
        type: 'state',
        states: rows.states.map(state => ({ component: state.component, vals: state.vals })),
        at: rows.states[0]!.stated_at,
      })
    for (const reply of replies)
      this.ports.bus.publish('live', {
        ...base,
        type: 'command',
        commandId: reply.commandId,
        at: this.ports.now().toISOString(),
      })
  }
}

/** What proves something is stored as its beginning, its end and its length. */
function veil(params: Params, names: readonly string[]): Params {
  for (const name of names) {
    const text = params[name]
    if (typeof text !== 'string') continue
    const ends = text.length >= VEILED_LENGTH ? [text.slice(0, 4), text.slice(-2)] : ['', '']
    params[name] = `${ends[0]}…${ends[1]} (${text.length})`
  }
  return params
}

/** The picture in a payload, which is base64. */
function pictureIn({ photo }: Params): Buffer | null {
  if (typeof photo !== 'string' || photo.length < 200 || photo.length > PHOTO_MAX_CHARACTERS) return null
  const bytes = Buffer.from(photo.replace(/^data:image\/\w+;base64,/, ''), 'base64')
  return (bytes[0] === 0xff && bytes[1] === 0xd8) || (bytes[0] === 0x89 && bytes[1] === 0x50) ? bytes : null
}

/**
 * The states that are still current. What a device stored while it was offline is older than what it reported since:
 * the database knows only the last change of a part, not that it was confirmed unchanged later.
 */
function newest(entry: OpenLink, report: Report, states: readonly StateRow[]): readonly StateRow[] {
  const counting = report.past
    ? states.filter(state => state.stated_at > (entry.lastStated.get(state.component) ?? ''))
    : states
  // Devices have few parts; one that invents part numbers must not fill the memory.
  if (entry.lastStated.size > MAX_PARTS) entry.lastStated.clear()
  for (const { component, stated_at } of counting)
    if (stated_at > (entry.lastStated.get(component) ?? '')) entry.lastStated.set(component, stated_at)
  return counting
}
