/** A registered board: frames go out one after another, each is answered before the next, and its programmes follow their hours. */
import type { CloseReason, DeviceLink, DeviceSession } from '#model/gate.ts'
import type { DeviceMessage, Downlink, Order } from '#model/message.ts'
import type { Params } from '#model/row.ts'
import { shownAt, shownOffline, type SentProgramme } from '#model/programme.ts'
import { DEFAULT_ZONE } from '#base/time.ts'
import type { BoardFrame } from './frame.ts'
import { isImpossible, resultOf, writeClock, writeLines, writeVoice, type Impossible } from './writeOrder.ts'

interface Sending {
  frame: BoardFrame
  /** Null for what the platform did not ask for. */
  order: Order | null
  data: Params
}
/** What a board shows, kept for its next connection to this process. */
export interface BoardState {
  programmes: readonly SentProgramme[]
  version: string
}
export interface BoardWire {
  write(frame: BoardFrame): void
  end(reason: CloseReason, how: 'reset' | 'close'): void
  answerMs: number
}

/** How often it is asked which programme's hour it is. */
const LOOK_MS = 5000
/** How long the free spaces are shown before the programme returns. */
const SPACES_S = 15
const BOARD_ERROR = 4600

export class BoardLink implements DeviceLink {
  session!: DeviceSession
  private readonly wire: BoardWire
  private readonly state: BoardState
  private readonly queue: Sending[] = []
  private flying: Sending | null = null
  private timer: NodeJS.Timeout | undefined
  private readonly look: NodeJS.Timeout
  /** What was last written, so that only changes are sent. */
  private staying = ''
  private passing = ''
  private passingUntil = 0
  private momentUntil = 0
  private moment = ''
  private reported = ''

  constructor(wire: BoardWire, state: BoardState) {
    this.wire = wire
    this.state = state
    this.look = setInterval(() => this.follow(), LOOK_MS)
  }

  stop(): void {
    clearInterval(this.look)
    clearTimeout(this.timer)
    this.queue.length = 0
  }

  reset = (reason: CloseReason): void => this.wire.end(reason, 'reset')
  close = (reason: CloseReason): void => this.wire.end(reason, 'close')

  send(downlink: Downlink): Promise<void> {
    // Boards ask nothing, and carry no devices.
    if (downlink.kind === 'answer' || downlink.kind === 'unlinked') return Promise.resolve()
    const done = this.begin(downlink)
    if (done) void this.reply(downlink, done.code, done.text?.join(' '), done.data)
    return Promise.resolve()
  }

  /** Queues the frames of an order; what needs none, or is impossible, is answered at once. */
  private begin(order: Order): { code: number; text?: Impossible['text']; data?: Params } | null {
    if (order.kind === 'set') return { code: 460, text: ['此协议不能设置参数', 'This protocol sets no parameters'] }
    const params = order.params
    switch (order.identifier) {
      case 'play':
        return this.queued(order, writeVoice(String(params.text ?? '')))
      case 'show': {
        const { text, color, mode, seconds, voice } = params as Record<string, never>
        this.momentUntil = Date.now() + Number(seconds) * 1000
        this.moment = String(text ?? '')
        const line = { text: String(text ?? ''), color, mode, seconds: Number(seconds) }
        return this.queued(order, writeLines([line], { stay: false, voice }))
      }
      case 'syncSpace':
        this.momentUntil = Date.now() + SPACES_S * 1000
        this.moment = `余位 ${Number(params.remain)}`
        return this.queued(order, writeLines([{ text: this.moment, color: 2, seconds: SPACES_S }], { stay: false }))
      case 'syncTime':
        return this.queued(order, writeClock(new Date(), DEFAULT_ZONE))
      case 'setProgramme':
        return this.setProgramme(order)
      case 'getProgramme':
        return { code: 0, data: { version: this.state.version } }
      default:
        return { code: 404, text: ['此协议没有这个指令', 'This protocol has no such command'] }
    }
  }

  private queued(order: Order, frame: BoardFrame | Impossible, data = {}): Impossible | null {
    if (isImpossible(frame)) return frame
    this.push({ frame, order, data })
    return null
  }

  /** Every programme must be possible before any is shown. */
  private setProgramme(order: Extract<Order, { kind: 'command' }>): ReturnType<BoardLink['begin']> {
    const programmes = (Array.isArray(order.params.programmes) ? order.params.programmes : []) as SentProgramme[]
    for (const { lines, voice } of programmes) {
      const frame = writeLines(lines, { stay: true, voice })
      if (isImpossible(frame)) return frame
    }
    const version = String(order.params.version ?? '')
    Object.assign(this.state, { programmes, version })
    const before = this.queue.length + (this.flying ? 1 : 0)
    this.follow()
    const last = this.queue.at(-1)
    // Answered with the last frame that it caused; without one, nothing had to change.
    if (this.queue.length + (this.flying ? 1 : 0) === before) return { code: 0, data: { version } }
    Object.assign(last ?? this.flying!, { order, data: { version } })
    return null
  }

  /**
   * The lines that stay are those for a time without connection: the board returns to them by itself when what passes is
   * no longer repeated. Without such lines, the programme itself stays.
   */
  follow(): void {
    const now = Date.now()
    const { programmes } = this.state
    const shown = shownAt(programmes, now)
    this.report(now < this.momentUntil ? this.moment : (shown?.lines.map(line => line.text).join(' / ') ?? ''))
    if (!this.state.version || now < this.momentUntil) return
    const offline = shownOffline(programmes)
    const stays = offline ?? shown
    const staying = JSON.stringify(stays?.lines ?? null)
    if (staying !== this.staying && stays) {
      this.staying = staying
      this.push(framed(writeLines(stays.lines, { stay: true })))
      this.passing = ''
    }
    if (!offline || !shown) return
    const passing = JSON.stringify(shown.lines)
    const lastsMs = offline.offlineAfterS! * 1000
    if (passing === this.passing && now < this.passingUntil - lastsMs / 2) return
    const voice = passing === this.passing ? null : shown.voice
    this.passing = passing
    this.passingUntil = now + lastsMs
    const lines = shown.lines.map(line => ({ ...line, seconds: offline.offlineAfterS }))
    this.push(framed(writeLines(lines, { stay: false, voice })))
  }

  /** The board does not report its text, so the text that was sent is reported for it when it changes. */
  private report(current: string): void {
    if (current === this.reported || !this.session) return
    this.reported = current
    const values = { current: current.slice(0, 200), programmeVersion: this.state.version }
    this.session.store([{ kind: 'report', values }], 0).catch(() => this.close('networkError'))
  }

  private push(sending: Sending | null): void {
    if (!sending) return
    this.queue.push(sending)
    this.next()
  }

  private next(): void {
    if (this.flying) return
    const sending = this.queue.shift()
    if (!sending) return
    // A command that waited too long must not be executed.
    if (sending.order && sending.order.expiresAt < Date.now()) {
      void this.reply(sending.order, 4080, '指令已过期 the command came too late')
      return this.next()
    }
    this.flying = sending
    // A late answer could not be distinguished from the next one, so the board has to connect again.
    this.timer = setTimeout(() => this.reset('commandTimeout'), this.wire.answerMs)
    this.wire.write(sending.frame)
  }

  /** An answer of the board. False when nothing was asked. */
  answered(frame: BoardFrame): boolean {
    const flying = this.flying
    if (!flying || flying.frame.command !== frame.command) return false
    clearTimeout(this.timer)
    this.flying = null
    const result = resultOf(frame)
    this.follow()
    if (flying.order)
      void this.reply(
        flying.order,
        result === 0 ? 0 : BOARD_ERROR + result,
        result === 0 ? undefined : `显示屏答复错误码 ${result} the board answered ${result}`,
        result === 0 ? flying.data : {},
      )
    this.next()
    return true
  }

  private async reply(order: Order, code: number, message?: string, data: Params = {}): Promise<void> {
    const reply: DeviceMessage = { kind: 'reply', commandId: order.commandId, code, data }
    try {
      await this.session.store([message ? { ...reply, message } : reply], 0)
    } catch {
      // Nothing was stored: the connection is closed, and the command ends by its time.
      this.close('networkError')
    }
  }
}

const framed = (frame: BoardFrame | Impossible): Sending | null =>
  isImpossible(frame) ? null : { frame, order: null, data: {} }
