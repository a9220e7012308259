/** Answers frames of alarm hosts: each is judged, stored and acknowledged, or refused with a reason on the host's log. */
import { hash } from 'node:crypto'
import type { CallerSession, CallRefusal, DeviceGate } from '#model/gate.ts'
import type { DeviceMessage } from '#model/message.ts'
import { EARLIEST_MS, statedTime, type StatedMs } from '#model/statedTime.ts'
import { Strangers } from '#protocols/tcp/Strangers.ts'
import { certifies } from '#protocols/tcp/secure.ts'
import { keysOf, openSealed, seal, type Opened } from './cipher.ts'
import { readFrame, readStamp, stampOf, writeAck, writeDuh, writeNak, writeSealedAck } from './frame.ts'
import type { Frame, Misread } from './frame.ts'
import type { Dc09Limits } from './limits.ts'
import { readContent, type Content } from './readReports.ts'

/** Hosts test their link within this time, so that they count as online. */
const INTERVAL_S = 60
/** How far the time of a message may be off (5.5.1.9). */
const WINDOW = { behindMs: 40_000, aheadMs: 20_000 } as const
/** How long a frame that is sent again is recognised; senders give up sooner. */
const KEPT_MS = 120_000
const LOGGED_BYTES = 256

type Reply = Buffer | null
/** A frame that was received: its answer, and what is needed to try again when it could not be stored. */
interface Received {
  untilMs: number
  admitted?: Admitted
  reply?: Promise<Reply>
  /** The host, once it was admitted. */
  account?: string
}
/** The connection that brought a frame; a datagram has none. */
export interface Bringer {
  place: { admitted(account: string): void }
  certificateName?: string | undefined
}
interface From {
  address: string
  bringer: Bringer | undefined
}
interface Admitted {
  session: CallerSession
  opened: Opened | null
}
/** The last message of a host, by which a repetition with a new time is recognised. */
interface Last {
  digest: string
  atMs: StatedMs
  untilMs: number
}

export class Receiver {
  private readonly gate: DeviceGate
  private readonly strangers: Strangers
  private readonly most: number
  /** By address and contents. */
  private readonly received = new Map<string, Received>()
  private readonly last = new Map<string, Last>()
  /** Sessions of hosts that were admitted from an address, so that what is damaged gets on their log. */
  private readonly known = new Map<string, CallerSession>()

  constructor(gate: DeviceGate, limits: Pick<Dc09Limits, 'refusalsPerMin' | 'keptAnswers'>) {
    this.gate = gate
    this.strangers = new Strangers(limits.refusalsPerMin)
    this.most = limits.keptAnswers
  }

  /**
   * The answer to a frame (the bytes between LF and CR); null for silence, after which the sender repeats it. The bringer is
   * told the account of a host that was admitted.
   */
  async take(bytes: Buffer, address: string, bringer?: Bringer): Promise<Reply> {
    if (!this.gate.accepting) return null
    const frame = readFrame(bytes)
    return this.strangers.judged(address, frame.account ?? '', () => this.judge(frame, bytes, { address, bringer }))
  }

  private async judge(frame: Frame | Misread, bytes: Buffer, from: From): Promise<Reply> {
    const { address, bringer } = from
    if ('why' in frame) return this.misread(frame, bytes, address)
    const key = `${address} ${hash('sha256', bytes, 'base64')}`
    this.forget()
    const before = this.received.get(key)
    const entry: Received = before ?? { untilMs: performance.now() + KEPT_MS }
    this.received.set(key, entry)
    entry.reply ??= this.answer(entry, frame, bytes, from)
    try {
      const reply = await entry.reply
      if (entry.account !== undefined) bringer?.place.admitted(entry.account)
      // Only what was stored is answered again without being judged.
      if (!entry.admitted) this.received.delete(key)
      return reply
    } catch (error) {
      // Nothing was stored. When it comes again it is judged no more: its time and number were in order.
      delete entry.reply
      throw error
    }
  }

  /** Bytes that are no frame. */
  refuseBroken(address: string): void {
    this.strangers.wasRefused(address)
  }

  private async answer(entry: Received, frame: Frame, bytes: Buffer, from: From): Promise<Reply> {
    const { address, bringer } = from
    const admitted = entry.admitted ?? (await this.admit(frame, bytes, address))
    if (typeof admitted === 'string') return this.refusal(admitted, frame, address)
    const { session, opened } = admitted
    if (!certifies(bringer?.certificateName, session.identity)) return this.refusal('badSecret', frame, address)
    entry.account = frame.account
    this.strangers.wasAdmitted(address, frame.account)
    if (this.known.size >= this.most) this.known.clear()
    this.known.set(`${address} ${frame.account}`, session)
    const content = readContent(frame, opened?.rest ?? frame.rest)
    if ('why' in content) {
      session.unused(`${frame.token}: ${content.why}`, bytes.subarray(0, LOGGED_BYTES))
      return writeDuh(frame)
    }
    entry.admitted = admitted
    const messages = this.messagesOf(frame, content, bytes)
    if (messages.length) await session.store(messages, bytes.length)
    return opened ? writeSealedAck(frame, seal(`]${stampOf(Date.now())}`, opened.key)) : writeAck(frame)
  }

  private async admit(frame: Frame, bytes: Buffer, address: string): Promise<Admitted | CallRefusal> {
    const claim = { protocol: 'dc09', serial: frame.account, remoteAddress: address }
    const info = { clientId: frame.account, intervalS: INTERVAL_S }
    if (!frame.encrypted) {
      const session = await this.gate.call({ ...claim, proves: null }, info)
      return 'refused' in session ? session.refused : { session, opened: null }
    }
    let opened: Opened | null = null
    const session = await this.gate.call(
      {
        ...claim,
        proves: secret => (opened = openSealed(frame.rest, keysOf(secret))) !== null,
        get signed() {
          const atMs = readStamp(opened!.rest.slice(opened!.rest.lastIndexOf('_') + 1)) ?? 0
          return { nonce: hash('sha256', opened!.end), atMs, window: WINDOW }
        },
      },
      info,
    )
    return 'refused' in session ? session.refused : { session, opened }
  }

  private refusal(refused: CallRefusal, frame: Frame, address: string): Reply {
    // The sender learns our time from the answer.
    if (refused === 'stale') return writeNak(Date.now())
    if (refused === 'busy' || refused === 'flapping') return null
    this.strangers.wasRefused(address)
    return writeDuh(frame)
  }

  private misread({ why, account }: Misread, bytes: Buffer, address: string): Reply {
    this.strangers.wasRefused(address)
    const session = account === undefined ? undefined : this.known.get(`${address} ${account}`)
    session?.unused(`DC-09: ${why}`, bytes.subarray(0, LOGGED_BYTES))
    return why === 'framing' || why === 'tooLong' ? null : writeNak(Date.now())
  }

  /** Events with their states. A message that is sent again with another time keeps its first one, so that it is stored once. */
  private messagesOf(frame: Frame, { reports, atMs }: Content, bytes: Buffer): DeviceMessage[] {
    if (!reports.length) return []
    const nowMs = Date.now()
    const ours = statedTime(nowMs)!
    const isAhead = atMs !== null && atMs - nowMs > WINDOW.aheadMs
    const clockOff = isAhead || (atMs !== null && atMs < EARLIEST_MS)
    const stated = atMs !== null && nowMs - atMs <= WINDOW.behindMs && !isAhead ? atMs : ours
    const digest = hash('sha256', JSON.stringify([frame.account, frame.seq, reports]))
    const last = this.last.get(frame.account)
    const isAgain = last?.digest === digest && last.untilMs > performance.now()
    const at = isAgain ? last.atMs : stated
    if (this.last.size >= this.most) this.last.clear()
    if (!isAgain) this.last.set(frame.account, { digest, atMs: at, untilMs: performance.now() + KEPT_MS })
    return reports.flatMap(({ identifier, params, values }, index): DeviceMessage[] => [
      {
        ...{ kind: 'event', identifier, params, at, ...(clockOff && { clockOff }) },
        key: hash('sha256', `${digest} ${index}`).slice(0, 32),
        ...(index === 0 ? { frame: { topic: frame.token, payload: bytes } } : {}),
      },
      ...(Object.keys(values).length ? [{ kind: 'report' as const, values, at }] : []),
    ])
  }

  private forget(): void {
    const now = performance.now()
    for (const [key, { untilMs }] of this.received) {
      if (untilMs > now && this.received.size < this.most) break
      this.received.delete(key)
    }
  }
}
