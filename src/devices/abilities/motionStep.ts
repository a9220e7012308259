/** The behaviour of moving devices: one pure step from the current state and an event to the next state. */
import type { MotionMode, MotionSpec, MotionState } from './motionSpec.ts'

export interface Moving {
  /** `partly`: it stands where a command to open it by a part has brought it. */
  state: MotionState | 'partly'
  mode: MotionMode
  /** Percentage closed, 0 to 100. */
  position: number
  /** Which flags of its safety rules are set. */
  flags: Readonly<Record<string, boolean>>
  powered: boolean
  /** The time and position at which the movement began, and where it ends; null while nothing moves. */
  began: { atMs: number; from: number; to: number } | null
  /** When it closes by itself; null if it does not. */
  closesAtMs: number | null
  /** The time up to which the position is known. */
  atMs: number
  /** Ids of answered requests, the latest last: the same request moves only once. */
  requests: readonly string[]
}
export type MotionInput =
  | { kind: 'act'; act: 'open' | 'close' | 'stop' | 'reset'; request?: string; force?: boolean }
  /** Opens it until it is closed by no more than `position` percent. */
  | { kind: 'act'; act: 'part'; position: number; request?: string }
  | { kind: 'mode'; mode: MotionMode }
  | { kind: 'flag'; property: string; on: boolean }
  | { kind: 'power'; on: boolean }
  /** Time passes; with `jammed` the motor runs and nothing moves. */
  | { kind: 'time'; jammed?: boolean }
export type MotionRefusal = 'safety' | 'locked' | 'heldOpen' | 'fault' | 'noPower' | 'wider' | 'notClosed'
export type MotionEvent =
  | { kind: 'began'; to: 'open' | 'closed' }
  | { kind: 'moved'; from: number; to: number; ms: number; ok: boolean }
  | { kind: 'obstacle'; position: number }
  | { kind: 'powerLoss' }
  | { kind: 'fault' }
export interface MotionStep {
  moving: Moving
  /** Why a command or a mode was refused. */
  refused?: MotionRefusal
  events: readonly MotionEvent[]
}
/** The properties and settings of a single device. */
export interface MotionBuild {
  /** Duration of a complete movement. */
  travelMs: number
  closeDelayMs: number
}

const REMEMBERED = 64
const isMoving = ({ state }: Moving): boolean => state === 'closing' || state === 'opening'

/** Standing still at one of its ends. */
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

/** Applies an event at `nowMs`, which never decreases. */
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

/** Advances to `nowMs`: arrives, closes by itself, or is stopped by the watchdog. */
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
  const { to } = moving.began
  const position = closing ? Math.min(to, before.position + way) : Math.max(to, before.position - way)
  const ms = nowMs - moving.began.atMs
  const from = Math.round(moving.began.from)
  if (position === to) {
    const there = rest({ ...moving, position }, closing ? 'closed' : to === 0 ? 'open' : 'partly')
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
      // A lock has no end: an open way would stay open.
      if (input.mode === 'locked' && moving.state !== 'closed') return refuse(moving, 'notClosed')
      const held = { ...moving, mode: input.mode, closesAtMs: null }
      if (!moving.powered) return still(held)
      if (input.mode === 'holdOpen' || input.mode === 'emergency') return begin(held, 'open', nowMs)
      if (input.mode === 'auto' && !isMoving(held))
        return still({ ...held, closesAtMs: closeLater(spec, build, held, nowMs) })
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
  input: Extract<MotionInput, { kind: 'act' }>,
  nowMs: number,
): MotionStep {
  const { act, request } = input
  if (request !== undefined && moving.requests.includes(request)) return still(moving)
  const noted =
    request === undefined ? moving : { ...moving, requests: [...moving.requests, request].slice(-REMEMBERED) }
  if (act === 'stop') return still(isMoving(noted) ? rest({ ...noted, closesAtMs: null }, 'stopped') : noted)
  if (act === 'reset') return still(noted.state === 'fault' ? rest(noted, 'stopped') : noted)
  if (!noted.powered) return refuse(noted, 'noPower')
  if (noted.state === 'fault') return refuse(noted, 'fault')
  if (noted.mode === 'locked') return refuse(noted, 'locked')
  if (act === 'open' || act === 'part') {
    const to = act === 'part' ? input.position : 0
    if (noted.position < to) return refuse(noted, 'wider')
    const opened = begin(noted, 'open', nowMs, to)
    const closesAtMs = opened.moving.began === null ? closeLater(spec, build, opened.moving, nowMs) : null
    return { ...opened, moving: { ...opened.moving, closesAtMs } }
  }
  const refused = refusedNow(spec, noted, act === 'close' && input.force === true)
  return refused ? refuse(noted, refused) : begin(noted, 'closed', nowMs)
}

/** Why it must not start to close now. */
function refusedNow(spec: MotionSpec, moving: Moving, force: boolean): MotionRefusal | null {
  if (!moving.powered) return 'noPower'
  if (moving.state === 'fault') return 'fault'
  if (moving.mode === 'locked') return 'locked'
  if (moving.mode === 'holdOpen' || moving.mode === 'emergency') return 'heldOpen'
  return spec.safety.some(rule => moving.flags[rule.property] && !(force && rule.force)) ? 'safety' : null
}
const isAnyOn = (spec: MotionSpec, { flags }: Moving): boolean => spec.safety.some(({ property }) => flags[property])

/** An obstacle appears or disappears: a closing movement reverses, and a delayed closing starts waiting again. */
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
  if (on) {
    const back = { ...moving, powered: on }
    return back.mode === 'emergency' ? begin(back, 'open', nowMs) : still(back)
  }
  const off: Moving = { ...moving, powered: false, closesAtMs: null }
  const lost: MotionEvent = { kind: 'powerLoss' }
  const closes = spec.powerLoss === 'closes' && off.mode !== 'emergency' && !isAnyOn(spec, off)
  if (off.state === 'fault' || (spec.powerLoss !== 'opens' && !closes))
    return { moving: isMoving(off) ? rest(off, 'stopped') : off, events: [lost] }
  const fallen = begin(off, closes ? 'closed' : 'open', nowMs)
  return { ...fallen, events: [lost, ...fallen.events] }
}

/** Starts a movement, unless it is there or on its way already; one that is on its way ends where the latest command says. */
function begin(
  moving: Moving,
  toward: 'open' | 'closed',
  nowMs: number,
  to = toward === 'closed' ? 100 : 0,
): MotionStep {
  const going = toward === 'closed' ? 'closing' : 'opening'
  if (moving.state === 'fault' || (moving.began === null && moving.state !== 'stopped' && moving.position === to))
    return still(moving)
  if (moving.state === going && moving.began) return still({ ...moving, began: { ...moving.began, to } })
  return {
    moving: { ...moving, state: going, began: { atMs: nowMs, from: moving.position, to }, closesAtMs: null },
    events: [{ kind: 'began', to: toward }],
  }
}
const rest = (moving: Moving, state: Moving['state']): Moving => ({ ...moving, state, began: null })

const closeLater = (spec: MotionSpec, build: MotionBuild, moving: Moving, nowMs: number): number | null =>
  moving.mode === 'auto' &&
  moving.powered &&
  moving.state !== 'closed' &&
  moving.state !== 'fault' &&
  !isAnyOn(spec, moving)
    ? nowMs + build.closeDelayMs
    : null
