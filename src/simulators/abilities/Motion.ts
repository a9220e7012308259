/**
 * A moving device that behaves as its class declares: it moves within a few seconds, reverses on command, and never
 * closes on an obstacle.
 */
import { randomUUID } from 'node:crypto'
import { MOTION, type MotionMode, type MotionSpec } from '#devices/abilities/motion.ts'
import {
  motionAtRest,
  motionStep,
  type MotionEvent,
  type MotionInput,
  type MotionRefusal,
  type Moving,
} from '#devices/abilities/motionStep.ts'
import { done, refused, type Answer, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'

const STEP_MS = 500
const CODES: Record<MotionRefusal, readonly [code: number, message: string]> = {
  safety: [4091, '现场有车或人 something is in the way'],
  locked: [4092, '已锁定 locked'],
  heldOpen: [4093, '保持打开 held open'],
  fault: [4094, '设备故障 fault'],
  noPower: [4095, '市电断电 no mains'],
}

export interface MotionOptions {
  travelMs?: number
  /** Seconds after which it closes by itself. */
  closeDelayS?: number
  mode?: MotionMode
  /** False: it is open at first. */
  closed?: boolean
}

export class Motion implements Behaviour {
  private readonly device: SimDevice
  private readonly spec: MotionSpec
  private readonly travelMs: number
  private readonly startedMs = performance.now()
  private moving: Moving
  private cycles: number
  private closeDelayS: number
  private timer: NodeJS.Timeout | undefined

  constructor(device: SimDevice, spec: MotionSpec, options: MotionOptions = {}) {
    this.device = device
    this.spec = spec
    this.travelMs = options.travelMs ?? device.between(3000, 5000)
    this.closeDelayS = options.closeDelayS ?? 10
    this.moving = motionAtRest(options.closed !== false, options.mode ?? 'auto', this.nowMs())
    this.cycles = Math.round(device.between(4000, 30_000))
    const { open, close, closeDelay } = spec.words
    const act =
      (name: 'open' | 'close' | 'stop' | 'reset') =>
      ({ requestId, force }: Values): Answer =>
        this.act(name, { ...(requestId === undefined ? {} : { request: String(requestId) }), force: force === true })
    this.commands = {
      [open.name]: act('open'),
      [close.name]: act('close'),
      [MOTION.stop]: act('stop'),
      [MOTION.reset]: act('reset'),
    }
    this.settable = {
      [MOTION.mode]: value => {
        const mode = this.modes().find(name => spec.words.modes[name][0] === value)
        return mode !== undefined && this.happen({ kind: 'mode', mode }) === undefined
      },
      [closeDelay.name]: value => {
        const fits = typeof value === 'number' && value >= 5 && value <= 600
        if (fits) this.closeDelayS = value
        return fits
      },
    }
  }

  readonly commands: Behaviour['commands']
  readonly settable: Behaviour['settable']

  values(): Values {
    const { words, safety } = this.spec
    return {
      [MOTION.state]: words.states[this.moving.state][0],
      [words.position.name]: Math.round(this.moving.position),
      ...Object.fromEntries(safety.map(({ property }) => [property, this.moving.flags[property] === true])),
      [MOTION.mode]: words.modes[this.moving.mode][0],
      [MOTION.cycles]: this.cycles,
      [words.closeDelay.name]: this.closeDelayS,
    }
  }

  get isClosed(): boolean {
    return this.moving.state === 'closed'
  }
  get isOpen(): boolean {
    return this.moving.state === 'open'
  }

  open(): Answer {
    return this.act('open')
  }
  close(): Answer {
    return this.act('close')
  }
  /** An obstacle appears or disappears. */
  obstruct(on: boolean, property = this.spec.safety[0]?.property): void {
    if (property !== undefined) this.happen({ kind: 'flag', property, on })
  }
  get isObstructed(): boolean {
    return this.spec.safety.some(({ property }) => this.moving.flags[property])
  }

  private modes = (): MotionMode[] => Object.keys(this.spec.words.modes) as MotionMode[]
  private nowMs = (): number => performance.now() - this.startedMs

  private act(act: 'open' | 'close' | 'stop' | 'reset', more: { request?: string; force?: boolean } = {}): Answer {
    const before = this.moving.state
    const refusal = this.happen({ kind: 'act', act, ...more })
    if (refusal) return refused(...CODES[refusal])
    // Already there: reported again, because a command may be waiting for this state.
    if (this.moving.state === before) this.device.report(this.values())
    return done()
  }

  /** Applies an input, reports what changed, and schedules the next step if one is due. */
  private happen(input: MotionInput): MotionRefusal | undefined {
    const before = this.values()
    const build = { travelMs: this.travelMs, closeDelayMs: this.closeDelayS * 1000 }
    const { moving, refused: refusal, events } = motionStep(this.spec, build, this.moving, input, this.nowMs())
    this.moving = moving
    if (moving.state === 'closed' && events.some(event => event.kind === 'moved')) this.cycles += 1
    const changed = Object.entries(this.values()).filter(([name, value]) => before[name] !== value)
    if (changed.length) this.device.report(Object.fromEntries(changed))
    for (const event of events) this.report(event)
    clearTimeout(this.timer)
    const waitMs = moving.began ? STEP_MS : moving.closesAtMs === null ? null : moving.closesAtMs - this.nowMs()
    if (waitMs !== null) this.timer = this.device.after(Math.max(1, waitMs), () => void this.happen({ kind: 'time' }))
    return refusal
  }

  private report(event: MotionEvent): void {
    const { obstacle, powerLoss, position } = this.spec.words
    const guid = randomUUID()
    if (event.kind === 'moved') {
      const { from, to, ms, ok } = event
      this.device.event(MOTION.moved, { guid, from, to, ms: Math.round(ms), ok })
    } else if (event.kind === 'obstacle') this.device.event(obstacle.name, { guid, [position.name]: event.position })
    else if (event.kind === 'powerLoss') this.device.event(powerLoss.name, { guid })
    else if (event.kind === 'fault')
      this.device.event('fault', { guid, code: 'E30', text: '动作超时 it did not arrive in time', on: true })
  }
}
