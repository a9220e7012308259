/** A registered board: frames go out one after another, each is answered before the next, and its programmes follow their hours. */
import type { CloseReason, DeviceLink, DeviceSession } from '#model/gate.ts'
import type { DeviceMessage, Downlink, Order } from '#model/message.ts'
import type { Params } from '#model/row.ts'
import type { SentProgramme } from '#model/programme.ts'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import type { BoardFrame } from './frame.ts'
import { Written } from './Written.ts'
import { isImpossible, resultOf, writeClock, writeLines, writeVoice, type Impossible } from './writeOrder.ts'

/** Frames that belong together: acknowledged when the board acknowledged each, refused with the first that it refuses. */
interface Task {
  frames: BoardFrame[]
  /** Null for what the platform did not ask for. */
  order: Order | null
  data: Params
  done(nowMs: number): void
}
/** What a board acknowledged, kept for its next connection to this process. */
export interface BoardState {
  /** Whose programmes they are: those of a former owner are never sent again. */
  owner: string | null
  programmes: readonly SentProgramme[]
  /** '' while none were acknowledged: then the board keeps lines of its own. */
  version: string
  /** It may still show the text of a former owner. */
  stale: boolean
}
export const unknownBoard = (): BoardState => ({ owner: null, programmes: [], version: '', stale: false })
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
type Command = Extract<Order, { kind: 'command' }>
type Ended = { code: number; text?: Impossible['text']; data?: Params }

export class BoardLink implements DeviceLink {
  session!: DeviceSession
  private readonly wire: BoardWire
  private readonly state: BoardState
  private readonly written = new Written()
  private readonly queue: Task[] = []
  private flying: Task | null = null
  private timer: NodeJS.Timeout | undefined
  private readonly look: NodeJS.Timeout
  private momentUntil = 0
  private reported: string | null = null

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
    const ended = this.begin(downlink)
    if (ended) void this.reply(downlink, ended.code, ended.text?.join(' '), ended.data)
    return Promise.resolve()
  }

  /** Queues the frames of an order. What is impossible is answered at once; nothing else is, without the board. */
  private begin(order: Order): Ended | null {
    if (order.kind === 'set') return { code: 460, text: ['此协议不能设置参数', 'This protocol sets no parameters'] }
    const params = order.params
    switch (order.identifier) {
      case 'play':
        return this.queued(order, writeVoice(String(params.text ?? '')))
      case 'show': {
        const { color, mode, voice } = params as Record<string, never>
        const line = { text: String(params.text ?? ''), color, mode, seconds: Number(params.seconds) }
        return this.queued(order, writeLines([line], { stay: false, voice }), nowMs => this.shows(line, nowMs))
      }
      case 'syncSpace': {
        const line = { text: `余位 ${Number(params.remain)}`, color: 2, seconds: SPACES_S }
        return this.queued(order, writeLines([line], { stay: false }), nowMs => this.shows(line, nowMs))
      }
      case 'syncTime':
        return this.queued(order, writeClock(new Date(), DEFAULT_ZONE))
      case 'setProgramme':
        return this.setProgramme(order)
      case 'getProgramme':
        return this.getProgramme(order)
      default:
        return { code: 404, text: ['此协议没有这个指令', 'This protocol has no such command'] }
    }
  }

  private queued(order: Order, frame: BoardFrame | Impossible, done: Task['done'] = () => {}): Ended | null {
    if (isImpossible(frame)) return frame
    this.push({ frames: [frame], order, data: {}, done })
    return null
  }

  private shows(line: { text: string; seconds: number }, nowMs: number): void {
    this.momentUntil = nowMs + line.seconds * 1000
    this.written.passed([line], this.momentUntil)
  }

  /** Every programme must be possible before any is shown. */
  private setProgramme(order: Command): Ended | null {
    const programmes = (Array.isArray(order.params.programmes) ? order.params.programmes : []) as SentProgramme[]
    for (const { lines, voice } of programmes) {
      const frame = writeLines(lines, { stay: true, voice })
      if (isImpossible(frame)) return frame
    }
    return this.write(order, programmes, String(order.params.version ?? ''))
  }

  /** What was acknowledged on an earlier connection is written again: the board may have lost it meanwhile. */
  private getProgramme(order: Command): Ended | null {
    this.forgetFormer()
    const { programmes, version } = this.state
    if (!version || this.written.isKnown) return { code: 0, data: { version } }
    return this.write(order, programmes, version)
  }

  /** Also where nothing changes: what is answered for the board is what it acknowledged. */
  private write(order: Command, programmes: readonly SentProgramme[], version: string): Ended | null {
    const { owner } = this.session
    const change = this.written.change(programmes, Date.now(), true)!
    if (isImpossible(change)) return change
    this.push({
      ...{ frames: [...change.frames], order, data: { version } },
      done: nowMs => {
        change.done(nowMs)
        this.momentUntil = 0
        Object.assign(this.state, { owner, programmes, version, stale: false })
      },
    })
    return null
  }

  /** What the programmes show now and the board has not acknowledged yet; nothing while something is on its way. */
  follow(): void {
    if (!this.session) return
    this.forgetFormer()
    const now = Date.now()
    this.report(now)
    const { programmes, version, stale } = this.state
    if (this.flying || this.queue.length || now < this.momentUntil || !(version || stale)) return
    const change = this.written.change(programmes, now)
    if (!change || isImpossible(change)) return
    this.push({
      ...{ frames: [...change.frames], order: null, data: {} },
      done: nowMs => {
        change.done(nowMs)
        this.state.stale = false
      },
    })
  }

  /** Its programmes were those of a former owner: the board has to be cleared of their text. */
  private forgetFormer(): void {
    const { state } = this
    const { owner } = this.session
    if (state.owner === owner) return
    Object.assign(state, { owner, programmes: [], version: '', stale: state.stale || state.version !== '' })
  }

  /** The board does not report its text, so the text that it acknowledged is reported for it when it changes. */
  private report(nowMs: number): void {
    if (!this.written.isKnown && nowMs >= this.momentUntil && this.reported === null) return
    const values = { current: this.written.textAt(nowMs).slice(0, 200), programmeVersion: this.state.version }
    const reported = JSON.stringify(values)
    if (reported === this.reported) return
    this.reported = reported
    this.session.store([{ kind: 'report', values }], 0).catch(() => this.close('networkError'))
  }

  private push(task: Task): void {
    this.queue.push(task)
    this.next()
  }

  private next(): void {
    if (this.flying) return
    const task = this.queue.shift()
    if (!task) return
    // A command that waited too long must not be executed.
    if (task.order && task.order.expiresAt < Date.now()) {
      void this.reply(task.order, 4080, '指令已过期 the command came too late')
      return this.next()
    }
    this.flying = task
    this.fly(task)
  }

  private fly({ frames }: Task): void {
    // A late answer could not be distinguished from the next one, so the board has to connect again.
    this.timer = setTimeout(() => this.reset('commandTimeout'), this.wire.answerMs)
    this.wire.write(frames[0]!)
  }

  /** An answer of the board. False when nothing was asked. */
  answered(frame: BoardFrame): boolean {
    const task = this.flying
    if (task?.frames[0]!.command !== frame.command) return false
    clearTimeout(this.timer)
    const result = resultOf(frame)
    task.frames.shift()
    if (result === 0 && task.frames.length) {
      this.fly(task)
      return true
    }
    this.flying = null
    if (result === 0) task.done(Date.now())
    if (task.order) void this.reply(task.order, ...answerTo(result), result === 0 ? task.data : {})
    this.next()
    // What the board refused is tried again at the next look.
    if (result === 0) this.follow()
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

const answerTo = (result: number): [code: number, message?: string] =>
  result === 0 ? [0, undefined] : [BOARD_ERROR + result, `显示屏答复错误码 ${result} the board answered ${result}`]
