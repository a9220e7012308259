/** Incoming messages of devices: pictures are stored, decisions made, rows written, and only then is the device answered. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import type { PictureUpload, StoreResult } from '#model/gate.ts'
import type { DeviceMessage, Downlink, Reply, Report } from '#model/message.ts'
import type { Params } from '#model/row.ts'
import { isPassage } from '#model/families.ts'
import type { Decider } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { whenAvailable } from '#server/sql/whenAvailable.ts'
import { settleProof, settleReply } from '../command/settle.server.ts'
import { membersCounted } from '../command/shownCommand.rules.ts'
import { decideFact, decidedBy, explainFact, patienceMs, reviewFact } from './decideFact.server.ts'
import { currentStates } from './currentStates.ts'
import { DeviceLog } from './deviceLog.server.ts'
import { dropUnused } from '../facts/dropUnused.server.ts'
import { keepPicture, ownerOfAnswer } from '../facts/pictures.server.ts'
import { picturesIn, withoutPictures, type FoundPictures } from '../facts/pictureParams.rules.ts'
import { veil } from '../facts/veil.rules.ts'
import { packReadings, type PackedReadings } from '../facts/readings.rules.ts'
import { keepReadings } from '../facts/readings.server.ts'
import { refusePortrait } from '../portrait/answerPortrait.server.ts'
import { refuseLate, refuseWhenDue, type Ingest, type Rows } from '../facts/lanes.server.ts'
import type { AwaitedProof, LinkBook, OpenLink } from './linkBook.server.ts'
import { Listeners } from './listeners.server.ts'
import { publishStored } from './publishStored.server.ts'
import { storePictures } from './storePictures.server.ts'
import {
  factOf,
  isDated,
  misfitsOf,
  statesOf,
  type FactRow,
  type Moment,
  type StateRow,
} from '../facts/translate.rules.ts'

/** The state of a command. */
const FAILED = 4
const refusedLate = (ids: readonly string[]) => sql`update devices.passage set result = 0, reason = 'late'
  where id = any(${ids}::bigint[]) and reason is distinct from 'late'`
const isProven = (proof: AwaitedProof): boolean => proof.left.size === 0

type Answer = Extract<Downlink, { kind: 'answer' }>
type FactMessage = Exclude<DeviceMessage, { kind: 'report' | 'reply' }>
/** The rows and answers made from one batch of messages. */
interface Intake {
  rows: Rows
  moment: Moment
  answers: Answer[]
  replies: Reply[]
  /** Ids of commands that a reported state proves. */
  proofs: string[]
  misfits: string[]
  uploads: PictureUpload[]
  past: Report[]
  /** States that may have readings. */
  readings: StateRow[]
}

export class MessageIntake {
  readonly ports: Ports
  private readonly ingest: Ingest
  private readonly links: LinkBook
  readonly deciders: ReadonlyMap<string, Decider>
  private readonly listeners: Listeners
  readonly log: DeviceLog
  private n = 0

  constructor(ports: Ports, ingest: Ingest, links: LinkBook, log: DeviceLog, deciders: readonly Decider[]) {
    this.ports = ports
    this.ingest = ingest
    this.links = links
    this.deciders = new Map(deciders.map(decider => [decider.event, decider]))
    this.listeners = new Listeners(ports)
    this.log = log
  }

  async store(
    entry: OpenLink,
    messages: readonly DeviceMessage[],
    bytes: number,
    refuse: (answer: Answer) => void = () => {},
  ): Promise<StoreResult> {
    const moment: Moment = {
      nowMs: this.ports.now().getTime(),
      epoch: entry.epoch,
      n: (this.n += 1),
      newId: this.ports.newId,
      sinceMs: entry.sinceMs,
    }
    entry.lastSeen = moment.nowMs
    const rows: Rows = { facts: [], states: [], frames: [], stored: new Set(), awaited: [] }
    const intake: Intake = {
      rows,
      moment,
      answers: [],
      replies: [],
      proofs: [],
      misfits: [],
      uploads: [],
      past: [],
      readings: [],
    }
    for (const message of messages) {
      if (message.kind === 'reply') await this.addReply(entry, message, intake)
      else if (message.kind === 'report') this.addReport(entry, message, intake)
      else {
        const waits = this.addFact(entry, message, intake)
        if (waits) await waits
      }
    }
    const { answers, replies, proofs, misfits, uploads, past } = intake
    if (past.length) rows.frames.push(this.log.backfill(entry, past, misfits, moment))
    // Both are idempotent, so they need not wait for each other; the device is answered when both are committed.
    // Few messages are questions, and a promise costs time in each.
    const endRefusals = rows.awaited.length
      ? refuseWhenDue(rows, fact => patienceMs(entry, fact.identifier), refuse)
      : null
    const submitted = this.ingest.submit(entry.deviceId, rows, bytes)
    const stored = endRefusals ? submitted.finally(endRefusals) : submitted
    const packed = packReadings(entry.deviceClass, intake.readings, entry.lastRead)
    await (replies.length || packed.length
      ? Promise.all([stored, this.settleAll(entry, replies), packed.length && this.keep(entry, packed)])
      : stored)
    const known = rows.facts.filter(({ id }) => !rows.stored.has(id))
    if (known.length) await this.stored(() => dropUnused(this.ports, rows, known))
    refuseLate(rows)
    if (endRefusals) await this.correctRefused(endRefusals())
    if (proofs.length) {
      await this.stored(() => settleProof(this.ports, entry.deviceId, proofs))
      entry.waiting = entry.waiting.filter(awaited => !proofs.includes(awaited.commandId))
    }
    publishStored(this.ports, entry, rows, replies)
    const given = new Set(rows.awaited.flatMap(({ refused, answer }) => (refused ? [answer] : [])))
    const again = rows.awaited.flatMap(({ fact, answer }) => (known.includes(fact) ? [answer.questionId] : []))
    return { answers: answers.filter(one => !given.has(one)), misfits: [...new Set(misfits)], uploads, again }
  }

  private keep({ deviceId }: OpenLink, packed: readonly PackedReadings[]): Promise<unknown> {
    return this.stored(() => keepReadings(this.ports, deviceId, packed))
  }

  /** Facts whose statement was on its way when their devices were refused. */
  private async correctRefused(ids: readonly string[]): Promise<void> {
    if (ids.length) await this.stored(() => this.ports.db.query({ role: 'engine' }, refusedLate(ids)))
  }

  private async addReply(entry: OpenLink, message: Reply, { rows, moment, replies }: Intake): Promise<void> {
    const { code, commandId } = message
    const data = await this.storeOutput(entry, message)
    replies.push(data === message.data ? message : { ...message, data })
    const logged = { code, message: message.message, data: membersCounted(entry.deviceClass, data) }
    rows.frames.push(this.log.frame(entry, 'reply', null, logged, moment, { code, requestId: commandId }))
  }

  /** What the device answered, its pictures stored apart. */
  private async storeOutput(entry: OpenLink, { commandId, data }: Reply): Promise<Params> {
    const { outputs } = entry.deviceClass
    const found = picturesIn(outputs, data)
    if (found.pictures.length === 0 || !isId(commandId)) return withoutPictures(data, found)
    const kept = { ...withoutPictures(data, found) }
    const owner = ownerOfAnswer(entry.deviceId, commandId)
    for (const { name, bytes } of found.pictures)
      kept[name] = `file:${await this.stored(() => keepPicture(this.ports, owner, name, bytes))}`
    return kept
  }

  private addReport(entry: OpenLink, message: Report, { rows, moment, proofs, misfits, past, readings }: Intake): void {
    const { clockOffset } = message.values
    if (typeof clockOffset === 'number' && !message.past) entry.clock.claim(clockOffset)
    const ageMs = entry.clock.ageMs(message.at, moment.nowMs, message.past)
    const { rows: states, misfits: wrong, timed } = statesOf(entry, message, { ...moment, ageMs })
    misfits.push(...wrong)
    if (entry.deviceClass.readings.length) readings.push(...states.filter(isDated))
    rows.states.push(...currentStates(entry, message, states, timed))
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
  private addFact(entry: OpenLink, message: FactMessage, intake: Intake): Promise<void> | undefined {
    const { rows, moment, misfits } = intake
    const { fields, veiled } = entry.deviceClass.events[message.identifier] ?? {}
    const found = picturesIn(fields, message.params)
    const params = withoutPictures(message.params, found)
    const stripped =
      veiled || params !== message.params ? { ...message, params: veil({ ...params }, veiled ?? []) } : message
    const wrong = [...misfitsOf(entry, message), ...found.wrong]
    if (wrong.length) rows.frames.push(this.log.misfit(entry, message.identifier, wrong, stripped.params, moment))
    misfits.push(...wrong)
    const decided = decidedBy(entry, message)
    // Nobody waits for what the device decided by itself, so it cannot come too late.
    const stored = decided && stripped.kind === 'ask' ? { ...stripped, kind: 'event' as const } : stripped
    const ageMs = entry.clock.ageMs(message.at, moment.nowMs, message.past)
    const fact = this.factOf(entry, stored, { ...moment, ageMs })
    // Its device proved nothing but a serial number.
    if (!entry.proven) fact.params = { ...fact.params, unproven: true }
    rows.facts.push(fact)
    if (decided) return this.completeDecided(entry, message, found, fact, intake)
    const refused = isPassage(fact.family) && fact.result === 0
    const alone = found.pictures.length + found.announced.length === 0
    const portrait = entry.deviceClass.portraits?.event === message.identifier
    if (alone && !refused && !portrait && message.kind !== 'ask') return undefined
    return this.complete(entry, message, found, fact, intake)
  }

  private factOf(entry: OpenLink, event: Parameters<typeof factOf>[1], moment: Moment): FactRow {
    const fact = factOf(entry, event, moment)
    if (this.listeners.want(entry.appId, entry.deviceClass.key, fact)) fact.notify = true
    return fact
  }

  private async complete(
    entry: OpenLink,
    message: FactMessage,
    found: FoundPictures,
    fact: FactRow,
    intake: Intake,
  ): Promise<void> {
    const { rows, answers } = intake
    // A person is waiting at the door: the picture is stored while the rules are read.
    const untilMs = performance.now() + patienceMs(entry, message.identifier)
    const deciding = message.kind === 'ask' ? decideFact(this, entry, message, fact) : null
    const [, answer] = await Promise.all([storePictures(this, entry, found, fact, intake), deciding])
    if (answer) {
      answers.push(answer)
      rows.awaited.push({ fact, answer, untilMs })
    } else if (isPassage(fact.family) && fact.result === 0) await explainFact(this, entry, fact)
  }

  /** Judges what the device decided by itself, and confirms that it arrived. */
  private async completeDecided(
    entry: OpenLink,
    message: FactMessage,
    found: FoundPictures,
    fact: FactRow,
    intake: Intake,
  ): Promise<void> {
    const { rows, moment, answers } = intake
    await storePictures(this, entry, found, fact, intake)
    const review = await this.stored(() => reviewFact(this, entry, message, fact))
    const ageMs = fact.late ? Infinity : 0
    if (review) rows.facts.push(this.factOf(entry, review, { ...moment, ageMs }))
    if (message.kind !== 'ask') return
    const data = { allow: fact.result === 1, reason: fact.reason ?? '' }
    answers.push({ kind: 'answer', questionId: message.questionId, data })
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
  readonly stored = <T>(work: () => Promise<T>): Promise<T> =>
    whenAvailable(work, { print: () => {}, signal: this.ports.stopping })

  private async settleAll(entry: OpenLink, replies: readonly Reply[]): Promise<void> {
    for (const reply of replies) await this.stored(() => this.settle(entry, reply))
  }

  private async settle(entry: OpenLink, reply: Reply): Promise<void> {
    if (!/^\d{1,19}$/.test(reply.commandId)) return
    const settled = await settleReply(this.ports, entry.deviceId, {
      commandId: reply.commandId,
      code: reply.code,
      message: reply.message?.slice(0, 500) ?? null,
      data: reply.data,
    })
    if (settled?.state === FAILED && entry.deviceClass.portraits)
      await refusePortrait(this.ports, entry, settled.id, reply.message ?? null)
  }
}
