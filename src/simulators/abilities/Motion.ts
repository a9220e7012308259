/**
 * A moving device that behaves as its class declares: it moves within a few seconds, reverses on command, and never
 * closes on an obstacle.
 */
import { randomUUID } from 'node:crypto'
import { MOTION, type MotionMode, type MotionSpec } from '#devices/abilities/motionSpec.ts'
import {
  motionAtRest,
  motionStep,
  type MotionEvent,
  type MotionInput,
  type MotionRefusal,
  type Moving,
} from '#devices/abilities/motionStep.ts'
import type { Component } from '#model/device.ts'
import { done, refused, type Answer, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'
import { OpenTime } from './OpenTime.ts'

const STEP_MS = 500
/** One leaf of two is half of the way. */
const ONE_LEAF = 50
const CODES: Record<MotionRefusal, readonly [code: number, message: string]> = {
  safety: [4091, '现场有车或人 something is in the way'],
  locked: [4092, '已锁定 locked'],
  heldOpen: [4093, '保持打开 held open'],
  fault: [4094, '设备故障 fault'],
  noPower: [4095, '市电断电 no mains'],
  wider: [4096, '已开得更大 it is open wider'],
  notClosed: [4098, '没有关好，不能锁定 only what is closed can be locked'],
}

export interface MotionOptions {
  travelMs?: number
  /** Seconds after which it closes by itself. */
  closeDelayS?: number
  /** Seconds after which standing open is reported. */
  openLimitS?: number
  mode?: MotionMode
  /** False: it is open at first. */
  closed?: boolean
  leafCount?: 1 | 2
}

export class Motion implements Behaviour {
  private readonly device: SimDevice
  private readonly spec: MotionSpec
  /** The part that moves; undefined where that is the device itself. */
  private readonly part: Component | undefined
  private readonly travelMs: number
  private readonly leafCount: number
  private readonly startedMs = performance.now()
  private readonly openTime: OpenTime
  private moving: Moving
  private cycles: number
  private closeDelayS: number
  private timer: NodeJS.Timeout | undefined
  /** The end of the mode that it was given last. */
  private holdEnd: NodeJS.Timeout | undefined

  constructor(device: SimDevice, spec: MotionSpec, options: MotionOptions = {}, part?: Component) {
    this.device = device
    this.spec = spec
    this.part = part
    this.travelMs = options.travelMs ?? device.between(3000, 5000)
    this.leafCount = options.leafCount ?? 2
    this.closeDelayS = options.closeDelayS ?? 10
    this.openTime = new OpenTime(device, options.openLimitS ?? 60, (seconds, on) =>
      device.event(MOTION.openTooLong, { ...this.named(), guid: randomUUID(), seconds, on }),
    )
    this.moving = motionAtRest(options.closed !== false, options.mode ?? 'auto', this.nowMs())
    this.cycles = Math.round(device.between(4000, 30_000))
    this.commands = this.commandsOf(spec)
    this.settable = this.settableOf(spec)
  }

  readonly commands: Behaviour['commands']
  readonly settable: NonNullable<Behaviour['settable']>

  private commandsOf({ words, hold, partly, emergency }: MotionSpec): Behaviour['commands'] {
    const act =
      (name: 'open' | 'close' | 'stop' | 'reset') =>
      ({ requestId, force }: Values): Answer =>
        this.act({ kind: 'act', act: name, ...requestOf(requestId), force: force === true })
    return {
      [words.open.name]: act('open'),
      [words.close.name]: act('close'),
      [MOTION.stop]: act('stop'),
      [MOTION.reset]: act('reset'),
      ...(hold && { [MOTION.hold]: ({ mode, until }: Values) => this.hold(mode, until) }),
      ...(partly && { [partly.name]: (params: Values) => this.openPartly(params) }),
      ...(emergency && { [emergency.name]: () => this.emergency() }),
    }
  }
  private settableOf({ words, hold, openTooLong }: MotionSpec): NonNullable<Behaviour['settable']> {
    const seconds = (value: unknown, from: number, to: number): value is number =>
      typeof value === 'number' && value >= from && value <= to
    return {
      ...(!hold && {
        [MOTION.mode]: (value: unknown) => {
          const mode = this.modeOf(value)
          return mode !== undefined && this.setMode(mode) === undefined
        },
      }),
      [words.closeDelay.name]: value => seconds(value, 5, 600) && ((this.closeDelayS = value), true),
      ...(openTooLong && {
        [MOTION.openLimit]: (value: unknown) => seconds(value, 10, 3600) && ((this.openTime.limitS = value), true),
      }),
    }
  }

  values(): Values {
    const { part } = this
    return part
      ? { ...this.ofDevice(), [part.list]: [{ no: 1, ...this.ofPart() }] }
      : { ...this.ofPart(), ...this.ofDevice() }
  }
  /** What it reports of what moves. */
  ofPart(): Values {
    const { words, safety } = this.spec
    return {
      [MOTION.state]: this.stateWord(),
      [words.position.name]: this.counted(this.moving.position),
      ...this.angles(),
      ...Object.fromEntries(safety.map(({ property }) => [property, this.moving.flags[property] === true])),
      [MOTION.mode]: words.modes[this.moving.mode]![0],
    }
  }
  private ofDevice(): Values {
    const { words, openTooLong } = this.spec
    return {
      [MOTION.cycles]: this.cycles,
      [words.closeDelay.name]: this.closeDelayS,
      ...(openTooLong && { [MOTION.openLimit]: this.openTime.limitS }),
    }
  }
  private stateWord(): number {
    const { words, partly } = this.spec
    return this.moving.state === 'partly' ? partly!.state[0] : words.states[this.moving.state][0]
  }
  /** As its class counts: how far it is closed, or how far it is open. */
  counted(position: number): number {
    return Math.round(this.spec.words.position.counts === 'open' ? 100 - position : position)
  }
  /** Of two leaves, the second begins where the first has arrived. */
  private angles(): Values {
    const { full, angles } = this.spec.leaves ?? { full: 0, angles: [] }
    const open = (100 - this.moving.position) / 100
    return Object.fromEntries(
      angles.slice(0, this.leafCount).map(({ name }, at) => {
        const share = Math.max(0, Math.min(1, open * this.leafCount - at))
        return [name, Math.round(share * full)]
      }),
    )
  }

  get isClosed(): boolean {
    return this.moving.state === 'closed'
  }
  get isOpen(): boolean {
    return this.moving.state === 'open'
  }

  open(): Answer {
    return this.act({ kind: 'act', act: 'open' })
  }
  close(): Answer {
    return this.act({ kind: 'act', act: 'close' })
  }
  /** An obstacle appears or disappears. */
  obstruct(on: boolean, property = this.spec.safety[0]?.property): void {
    if (property !== undefined) this.happen({ kind: 'flag', property, on })
  }
  get isObstructed(): boolean {
    return this.spec.safety.some(({ property }) => this.moving.flags[property])
  }
  /** The parameters that name its part. */
  named(): Values {
    return this.part ? { [this.part.param]: 1 } : {}
  }

  private modeOf = (wire: unknown): MotionMode | undefined =>
    (Object.keys(this.spec.words.modes) as MotionMode[]).find(name => this.spec.words.modes[name]?.[0] === wire)
  private nowMs = (): number => performance.now() - this.startedMs

  /** Until its end, if it has one; the platform ends it where the device was away. */
  private hold(wire: unknown, until: unknown): Answer {
    const mode = this.modeOf(wire)
    if (mode === undefined || mode === 'emergency' || mode === 'holdClosed')
      return refused(460, `没有此模式 no mode ${String(wire)}`)
    if (mode === 'holdOpen' && this.moving.state === 'fault') return refused(...CODES.fault)
    const wasEmergency = this.moving.mode === 'emergency'
    const refusal = this.setMode(mode)
    if (refusal) return refused(...CODES[refusal])
    if (wasEmergency) this.reportEmergency(false)
    const leftMs = typeof until === 'string' ? Date.parse(until) - this.device.clock.now() : Number.NaN
    if (mode === 'holdOpen' && leftMs < 2 ** 31)
      this.holdEnd = this.device.after(Math.max(0, leftMs), () => void this.setMode('auto'))
    return done()
  }
  /** Whatever was to end the mode before ends nothing after it. */
  private setMode(mode: MotionMode): MotionRefusal | undefined {
    const refusal = this.happen({ kind: 'mode', mode })
    if (!refusal) clearTimeout(this.holdEnd)
    return refusal
  }

  private openPartly({ requestId, ...params }: Values): Answer {
    const { by } = this.spec.partly!
    if (by.kind === 'leaf') {
      if (this.leafCount < 2) return refused(4097, '只有一扇门 it has one leaf')
      return this.act({ kind: 'act', act: 'part', position: 100 - ONE_LEAF, ...requestOf(requestId) })
    }
    const percent = Number(params[by.param])
    if (!(percent >= by.min && percent <= by.max))
      return refused(460, `开度有误 wrong part ${String(params[by.param])}`)
    return this.act({ kind: 'act', act: 'part', position: 100 - percent, ...requestOf(requestId) })
  }

  private emergency(): Answer {
    if (this.moving.state === 'fault') return refused(...CODES.fault)
    if (this.moving.mode !== 'emergency') this.reportEmergency(true)
    this.setMode('emergency')
    this.device.report(this.values())
    return done()
  }
  private reportEmergency(on: boolean): void {
    this.device.event(this.spec.emergency!.name, { ...this.named(), guid: randomUUID(), on })
  }

  private act(input: Extract<MotionInput, { kind: 'act' }>): Answer {
    const before = this.moving.state
    const refusal = this.happen(input)
    if (refusal) return refused(...CODES[refusal])
    // Already there: reported again, because a command may be waiting for this state.
    if (this.moving.state === before) this.device.report(this.values())
    return done()
  }

  /** Applies an input, reports what changed, and schedules the next step if one is due. */
  private happen(input: MotionInput): MotionRefusal | undefined {
    const before = { part: this.ofPart(), device: this.ofDevice() }
    const build = { travelMs: this.travelMs, closeDelayMs: this.closeDelayS * 1000 }
    const { moving, refused: refusal, events } = motionStep(this.spec, build, this.moving, input, this.nowMs())
    this.moving = moving
    if (moving.state === 'closed' && events.some(event => event.kind === 'moved')) this.cycles += 1
    this.reportChanges(before)
    for (const event of events) this.report(event)
    this.openTime.follow(moving.state !== 'closed' && isUnheld(moving) && this.spec.openTooLong !== undefined)
    clearTimeout(this.timer)
    const waitMs = moving.began ? STEP_MS : moving.closesAtMs === null ? null : moving.closesAtMs - this.nowMs()
    if (waitMs !== null) this.timer = this.device.after(Math.max(1, waitMs), () => void this.pass())
    return refusal
  }
  private pass(): void {
    this.happen({ kind: 'time', jammed: this.device.faults.has('jam') })
  }

  private reportChanges(before: { part: Values; device: Values }): void {
    const changed = (values: Values, old: Values): Values =>
      Object.fromEntries(Object.entries(values).filter(([name, value]) => old[name] !== value))
    const part = changed(this.ofPart(), before.part)
    const device = changed(this.ofDevice(), before.device)
    if (Object.keys(part).length + Object.keys(device).length === 0) return
    this.device.report(
      this.part && Object.keys(part).length
        ? { ...device, [this.part.list]: [{ no: 1, ...part }] }
        : { ...part, ...device },
    )
  }

  private report(event: MotionEvent): void {
    const { obstacle, powerLoss, position } = this.spec.words
    const base = { ...this.named(), guid: randomUUID() }
    if (event.kind === 'moved') {
      const { from, to, ms, ok } = event
      const way = { from: this.counted(from), to: this.counted(to) }
      this.device.event(MOTION.moved, { ...base, ...way, ms: Math.round(ms), ok })
    } else if (event.kind === 'obstacle')
      this.device.event(obstacle.name, { ...base, [position.name]: this.counted(event.position) })
    else if (event.kind === 'powerLoss') this.device.event(powerLoss.name, base)
    else if (event.kind === 'fault')
      this.device.event('fault', { guid: base.guid, code: 'E30', text: '动作超时 it did not arrive in time', on: true })
  }
}

/** What is held open, by a command with an end or in an emergency, is open for a known reason; what was locked and fell open is not. */
const isUnheld = ({ mode }: Moving): boolean => mode !== 'holdOpen' && mode !== 'emergency'
const requestOf = (requestId: unknown): { request?: string } =>
  requestId === undefined ? {} : { request: String(requestId) }
