/** How a moving device behaves, whatever it is called: one pure step from what is and what happens to what is then. */
import type { MotionMode, MotionSpec, MotionState } from './motion.ts'

export interface Moving {
  state: MotionState
  mode: MotionMode
  /** How far it is closed, 0 to 100. */
  position: number
  /** Which of the flags of its safety rules are on. */
  flags: Readonly<Record<string, boolean>>
  powered: boolean
  /** When the movement began and where; null while nothing moves. */
  began: { atMs: number; from: number } | null
  /** When it closes by itself; null while it does not. */
  closesAtMs: number | null
  /** The time up to which the position is known. */
  atMs: number
  /** Requests that were answered, the latest last: the same one moves once. */
  requests: readonly string[]
}
export type MotionInput =
  | { kind: 'act'; act: 'open' | 'close' | 'stop' | 'reset'; request?: string; force?: boolean }
  | { kind: 'mode'; mode: MotionMode }
  | { kind: 'flag'; property: string; on: boolean }
  | { kind: 'power'; on: boolean }
  /** Time passes; `jammed`, the motor runs and nothing moves. */
  | { kind: 'time'; jammed?: boolean }
export type MotionRefusal = 'safety' | 'locked' | 'heldOpen' | 'fault' | 'noPower'
export type MotionEvent =
  | { kind: 'began'; to: 'open' | 'closed' }
  | { kind: 'moved'; from: number; to: number; ms: number; ok: boolean }
  | { kind: 'obstacle'; position: number }
  | { kind: 'powerLoss' }
  | { kind: 'fault' }
export interface MotionStep {
  moving: Moving
  /** Of an act or a mode: why it is not done. */
  refused?: MotionRefusal
  events: readonly MotionEvent[]
}
/** How this one device is built and set. */
export interface MotionBuild {
  /** From one end to the other. */
  travelMs: number
  closeDelayMs: number
}

const REMEMBERED = 64
const isMoving = ({ state }: Moving): boolean => state === 'closing' || state === 'opening'

/** At rest at one of its ends. */
export const motionAtRest = (closed: boolean, mode: MotionMode, nowMs: number): Moving => ({
  state: closed ? 'closed' : 'open',
  mode,
  position: closed ? 100 : 0,
  flags: {},
  powered: true,
  began: null,
  closesAtMs: null,
  atMs: nowMs,
  requests: [],
})

/** What happens at `nowMs`, which never goes back. */
export function motionStep(
  spec: MotionSpec,
  build: MotionBuild,
  before: Moving,
  input: MotionInput,
  nowMs: number,
): MotionStep {
  const passed = pass(spec, build, before, nowMs, input.kind === 'time' && input.jammed === true)
  const then = happen(spec, build, passed.moving, input, nowMs)
  return { ...then, events: [...passed.events, ...then.events] }
}

const still = (moving: Moving): MotionStep => ({ moving, events: [] })
const refuse = (moving: Moving, refused: MotionRefusal): MotionStep => ({ moving, refused, events: [] })

/** Moves on to `nowMs`: arrives, closes by itself, or is given up by the watchdog. */
function pass(spec: MotionSpec, build: MotionBuild, before: Moving, nowMs: number, jammed: boolean): MotionStep {
  const moving = { ...before, atMs: nowMs }
  if (!isMoving(moving) || !moving.began) {
    if (moving.closesAtMs === null || nowMs < moving.closesAtMs) return still(moving)
    return moving.mode === 'auto' && !refusedNow(spec, moving, false)
      ? begin(moving, 'closed', nowMs)
      : still({ ...moving, closesAtMs: null })
  }
  const way = jammed ? 0 : ((nowMs - before.atMs) / build.travelMs) * 100
  const closing = moving.state === 'closing'
  const position = closing ? Math.min(100, before.position + way) : Math.max(0, before.position - way)
  const ms = nowMs - moving.began.atMs
  const from = Math.round(moving.began.from)
  if (position === (closing ? 100 : 0)) {
    const there = rest({ ...moving, position }, closing ? 'closed' : 'open')
    const closesAtMs = closing ? null : closeLater(spec, build, there, nowMs)
    return { moving: { ...there, closesAtMs }, events: [{ kind: 'moved', from, to: position, ms, ok: true }] }
  }
  if (ms >= spec.watchdogMs)
    return {
      moving: rest({ ...moving, position }, 'fault'),
      events: [{ kind: 'moved', from, to: Math.round(position), ms, ok: false }, { kind: 'fault' }],
    }
  return still({ ...moving, position })
}

function happen(spec: MotionSpec, build: MotionBuild, moving: Moving, input: MotionInput, nowMs: number): MotionStep {
  switch (input.kind) {
    case 'time':
      return still(moving)
    case 'flag':
      return flagged(spec, build, moving, input, nowMs)
    case 'power':
      return powered(spec, moving, input.on, nowMs)
    case 'mode': {
      const held = { ...moving, mode: input.mode, closesAtMs: null }
      if (!moving.powered) return still(held)
      if (input.mode === 'holdOpen') return begin(held, 'open', nowMs)
      if (input.mode !== 'holdClosed') return still(held)
      return isAnyOn(spec, moving) ? refuse(moving, 'safety') : begin(held, 'closed', nowMs)
    }
    case 'act':
      return acted(spec, build, moving, input, nowMs)
  }
}

function acted(
  spec: MotionSpec,
  build: MotionBuild,
  moving: Moving,
  { act, request, force }: Extract<MotionInput, { kind: 'act' }>,
  nowMs: number,
): MotionStep {
  if (request !== undefined && moving.requests.includes(request)) return still(moving)
  const noted =
    request === undefined ? moving : { ...moving, requests: [...moving.requests, request].slice(-REMEMBERED) }
  if (act === 'stop') return still(isMoving(noted) ? rest({ ...noted, closesAtMs: null }, 'stopped') : noted)
  if (act === 'reset') return still(noted.state === 'fault' ? rest(noted, 'stopped') : noted)
  if (!noted.powered) return refuse(noted, 'noPower')
  if (noted.state === 'fault') return refuse(noted, 'fault')
  if (noted.mode === 'locked') return refuse(noted, 'locked')
  if (act === 'open') {
    const opened = begin(noted, 'open', nowMs)
    const closesAtMs = opened.moving.state === 'open' ? closeLater(spec, build, opened.moving, nowMs) : null
    return { ...opened, moving: { ...opened.moving, closesAtMs } }
  }
  const refused = refusedNow(spec, noted, force === true)
  return refused ? refuse(noted, refused) : begin(noted, 'closed', nowMs)
}

/** Why it must not begin to close now. */
function refusedNow(spec: MotionSpec, moving: Moving, force: boolean): MotionRefusal | null {
  if (!moving.powered) return 'noPower'
  if (moving.state === 'fault') return 'fault'
  if (moving.mode === 'locked') return 'locked'
  if (moving.mode === 'holdOpen') return 'heldOpen'
  return spec.safety.some(rule => moving.flags[rule.property] && !(force && rule.force)) ? 'safety' : null
}
const isAnyOn = (spec: MotionSpec, { flags }: Moving): boolean => spec.safety.some(({ property }) => flags[property])

/** Something comes in the way, or leaves: what closes turns back, what waits to close waits from then on. */
function flagged(
  spec: MotionSpec,
  build: MotionBuild,
  moving: Moving,
  { property, on }: Extract<MotionInput, { kind: 'flag' }>,
  nowMs: number,
): MotionStep {
  const was = moving.flags[property] === true
  const seen: Moving = { ...moving, flags: { ...moving.flags, [property]: on } }
  if (was === on) return still(seen)
  if (on && seen.state === 'closing' && !seen.powered)
    return { moving: rest(seen, 'stopped'), events: [{ kind: 'obstacle', position: Math.round(seen.position) }] }
  if (on && seen.state === 'closing') {
    const back = begin(seen, 'open', nowMs)
    return { ...back, events: [{ kind: 'obstacle', position: Math.round(seen.position) }, ...back.events] }
  }
  return still({ ...seen, closesAtMs: on || isMoving(seen) ? null : closeLater(spec, build, seen, nowMs) })
}

function powered(spec: MotionSpec, moving: Moving, on: boolean, nowMs: number): MotionStep {
  if (on === moving.powered) return still(moving)
  if (on) return still({ ...moving, powered: on })
  const off: Moving = { ...moving, powered: false, closesAtMs: null }
  const lost: MotionEvent = { kind: 'powerLoss' }
  const closes = spec.powerLoss === 'closes' && !isAnyOn(spec, off)
  if (off.state === 'fault' || (spec.powerLoss !== 'opens' && !closes))
    return { moving: isMoving(off) ? rest(off, 'stopped') : off, events: [lost] }
  const fallen = begin(off, closes ? 'closed' : 'open', nowMs)
  return { ...fallen, events: [lost, ...fallen.events] }
}

/** Begins to move, unless it is there or on its way already. */
function begin(moving: Moving, to: 'open' | 'closed', nowMs: number): MotionStep {
  const going = to === 'closed' ? 'closing' : 'opening'
  if (moving.state === to || moving.state === going || moving.state === 'fault') return still(moving)
  return {
    moving: { ...moving, state: going, began: { atMs: nowMs, from: moving.position }, closesAtMs: null },
    events: [{ kind: 'began', to }],
  }
}
const rest = (moving: Moving, state: MotionState): Moving => ({ ...moving, state, began: null })

const closeLater = (spec: MotionSpec, build: MotionBuild, moving: Moving, nowMs: number): number | null =>
  moving.mode === 'auto' &&
  moving.powered &&
  moving.state !== 'closed' &&
  moving.state !== 'fault' &&
  !isAnyOn(spec, moving)
    ? nowMs + build.closeDelayMs
    : null
