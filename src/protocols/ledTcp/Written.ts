/** What a board acknowledged on its present connection, and which frames make it show the programmes of an instant. */
import { shownAt, shownOffline, type ProgrammeLine, type SentProgramme } from '#model/programme.ts'
import type { BoardFrame } from './frame.ts'
import { isImpossible, writeLines, type Impossible } from './writeOrder.ts'

/** The frame knows no clearing: a line with a blank takes the place of what is shown. */
const BLANK: readonly ProgrammeLine[] = [{ text: ' ' }]

/** What has to be written, and what it means once all of it is acknowledged. */
export interface Change {
  frames: readonly BoardFrame[]
  done(nowMs: number): void
}

export class Written {
  /** Null before anything was: the board shows lines of its own. */
  private staying: readonly ProgrammeLine[] | null = null
  private passing: { lines: readonly ProgrammeLine[]; untilMs: number } | null = null
  /** The lines whose voice was spoken. */
  private spoken: readonly ProgrammeLine[] | null = null

  get isKnown(): boolean {
    return this.staying !== null
  }

  /** The text that the board shows by what it acknowledged. */
  textAt(nowMs: number): string {
    const passing = this.passing && nowMs < this.passing.untilMs ? this.passing.lines : null
    return textOf(passing ?? this.staying ?? BLANK)
  }

  /** Lines for a while were acknowledged; after them the board returns to those that stay. */
  passed(lines: readonly ProgrammeLine[], untilMs: number): void {
    this.passing = { lines, untilMs }
  }

  /**
   * The lines that stay are those for a time without connection: the board returns to them by itself when what passes is
   * no longer repeated. Without such lines, the programme itself stays. Outside of all hours nothing is shown. Null where
   * the board already acknowledged it, unless `anew`.
   */
  change(programmes: readonly SentProgramme[], nowMs: number, anew = false): Change | Impossible | null {
    const [offline, shown] = [shownOffline(programmes), shownAt(programmes, nowMs)]
    const lines = shown?.lines ?? BLANK
    const stays = offline?.lines ?? lines
    const staysNew = anew || !same(stays, this.staying)
    const lastsMs = (offline?.offlineAfterS ?? 0) * 1000
    const spoken = !staysNew && same(lines, this.spoken)
    const lasts = spoken && same(lines, this.passing?.lines) && nowMs < this.passing!.untilMs - lastsMs / 2
    const passesNew = offline !== null && !lasts
    const frames = [
      ...(staysNew ? [writeLines(stays, { stay: true })] : []),
      ...(passesNew ? [writePassing(lines, lastsMs / 1000, spoken ? null : shown?.voice)] : []),
    ]
    const impossible = frames.find(isImpossible)
    if (impossible) return impossible
    if (!frames.length) return null
    return {
      frames: frames as BoardFrame[],
      done: atMs => {
        this.staying = stays
        this.spoken = offline && lines
        if (passesNew) this.passing = { lines, untilMs: atMs + lastsMs }
        else if (staysNew) this.passing = null
      },
    }
  }
}

const writePassing = (lines: readonly ProgrammeLine[], seconds: number, voice: string | null = null) =>
  writeLines(
    lines.map(line => ({ ...line, seconds })),
    { stay: false, voice },
  )

const textOf = (lines: readonly ProgrammeLine[]): string =>
  lines === BLANK ? '' : lines.map(one => one.text).join(' / ')
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
