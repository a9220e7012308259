/** What a class says about its moving part: its shape, its words and their values on the wire, what it may do, and what stops it. */
import type { Text } from '#base/text.ts'
import type { Ability } from '#model/device.ts'
import type { Glyph } from '#model/look.ts'

/** How it moves: a post that rises, a gate that runs along its track, leaves that turn, an arm that comes down. */
export type MotionShape = Extract<Glyph, 'lift' | 'slide' | 'swing' | 'arm'>
export type MotionState = 'closed' | 'open' | 'closing' | 'opening' | 'stopped' | 'fault'
/** `emergency`: open for everybody, whatever was set before, until somebody ends it. */
export type MotionMode = 'auto' | 'holdOpen' | 'holdClosed' | 'locked' | 'emergency'
export type Word = readonly [wire: number, zh: string, en: string]

interface Act {
  /** Its identifier on the wire. */
  name: string
  label: Text
  /** What a command waits for until the state proves it. */
  waits: Text
}
/** A flag of the device while which it never starts to close; if it is set while closing, the movement reverses. */
export interface SafetyRule {
  property: string
  label: Text
  because: Text
  /** Users with the permission to force can close in spite of it: a loop that is stuck must not keep a way open for ever. */
  force?: true
}
/** It can be opened by a part: so many percent, or one of two leaves. */
export interface Partly extends Act {
  /** The state in which it then stands, which proves the command. */
  state: Word
  by: { kind: 'percent'; param: string; label: Text; min: number; max: number; usual: number } | { kind: 'leaf' }
  /** Why it is not opened by a part while it stands open. */
  because: Text
}
export interface MotionSpec {
  shape: MotionShape
  /** The kind of part that moves; without it, the device as a whole. Another ability declares the part. */
  per?: string
  /** Devices of this class that state so are drawn in another shape. */
  otherwise?: { property: string; is: unknown; shape: MotionShape }
  /** The names of states, modes and commands for this kind of device, and their wire values. */
  words: {
    part: Text
    states: Record<MotionState, Word>
    modes: Record<'auto' | 'holdOpen' | 'locked', Word> & Partial<Record<'holdClosed' | 'emergency', Word>>
    /** A percentage: of how far it is closed, or with `counts` of how far it is open. */
    position: { name: string; label: Text; counts?: 'open' }
    open: Act
    close: Act
    /** The property with the number of seconds after which it closes by itself in the mode `auto`. */
    closeDelay: { name: string; label: Text }
    /** Labels of the legend for closed, open and moving. */
    legend: readonly [closed: Text, open: Text, moving: Text]
    obstacle: { name: string; label: Text }
    powerLoss: { name: string; label: Text }
  }
  safety: readonly SafetyRule[]
  /** What a user must confirm before it closes. */
  confirm: Text
  /** A movement that takes longer is a fault. */
  watchdogMs: number
  /** Its behaviour when the mains fail. */
  powerLoss: 'opens' | 'closes' | 'stays'
  /** Modes are set by a command, which says when they end; without it, `mode` is a property that is set. */
  hold?: { label: Text }
  partly?: Partly
  /** The angles of its leaves, in degrees; `full` is that of a leaf that is open. */
  leaves?: { full: number; angles: readonly { name: string; label: Text }[] }
  /** The command that opens it for everybody at once; needs the mode `emergency`. */
  emergency?: Act & { event: Text }
  /** It reports when it stands open for longer than is set, and when it is closed again. */
  openTooLong?: { label: Text; limit: Text }
}
/** Includes its specification, so that a simulated device behaves as the class declares. */
export interface MotionAbility extends Ability {
  name: 'motion'
  spec: MotionSpec
}

/** Names that all moving devices share. */
export const MOTION = {
  state: 'motion',
  mode: 'mode',
  cycles: 'cycles',
  stop: 'stop',
  reset: 'reset',
  moved: 'moved',
  hold: 'hold',
  until: 'until',
  openTooLong: 'openTooLong',
  openLimit: 'openLimit',
} as const
