/** Runs in the page: one walk through it, how far it is, and what it found. */
import { problems } from './watch.ts'
import { untranslated, type Language } from './words.ts'

export interface Round {
  language: Language
  /** Whether nothing was pressed on this page before. */ first: boolean
  /** Our own words; the Chinese ones no answer may bring to an English page. */ words: readonly string[]
  /** What is typed into fields that say they are secret, and into all others. */
  canaries: { text: string; secret: string; phone: string; idCard: string }
  /** Every piece of the console. */
  code: readonly string[]
  /** Where the presses begin. */ root: string
}
export interface Found {
  problems: string[]
  pressed: number
  opened: string[]
  refusals: string[]
}

export const state = {
  round: {} as Round,
  pressed: 0,
  /** Titles of what was opened. */ opened: new Set<string>(),
  /** The way of presses that led here. */ place: '',
  /** The path where the walk began. */ home: '',
}

export const say = (what: string): void => {
  const line = `${state.round.language} ${state.place}: ${what}`
  if (!problems.includes(line)) problems.push(line)
}

/** Reads what stands there. */
export function look(root: Element): void {
  for (const text of untranslated(root, state.round.language)) say(`reads “${text}”`)
  if ('__canary' in window) say('a typed script ran')
}

const known = (list: string): Set<string> => new Set(JSON.parse(sessionStorage.getItem(list) ?? '[]') as string[])
/** True the first time in this browser. */
export function fresh(list: string, what: string): boolean {
  const all = known(list)
  if (all.has(what)) return false
  sessionStorage.setItem(list, JSON.stringify([...all.add(what)]))
  return true
}

/** Whether a press of this kind opened something the last time; unknown, wait and see. */
const habits = (): Record<string, boolean> =>
  JSON.parse(sessionStorage.getItem('habits') ?? '{}') as Record<string, boolean>
export const habit = (what: string): boolean | undefined => habits()[what]
export const learnHabit = (what: string, opens: boolean): void =>
  sessionStorage.setItem('habits', JSON.stringify({ ...habits(), [what]: opens }))
