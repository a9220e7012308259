/** Runs in the page: one walk through it, its progress, and the problems it found. */
import { menuNames, problems, settle, switchingLanguage } from './watch.ts'
import { isOwn, textsOf, untranslated, withoutData, type Language } from './words.ts'

export interface Round {
  /** Buttons are pressed in the first language; the results are read in all of them. */
  languages: readonly Language[]
  /** Pages of one kind have the same buttons: those pressed on one page are not pressed on the next. */
  kind: string
  /** The product's own texts; no answer may bring the Chinese ones to an English page. */ words: readonly string[]
  /** The text typed into secret fields, and into all others. */
  canaries: { text: string; secret: string; phone: string; idCard: string }
  /** The element in which the walk starts. */ root: string
  /** What earlier rounds have done, on any page and in any window. */
  memory: Memory
}
export interface Memory {
  /** What was done or read once, by list. */ done: Record<string, string[]>
}
export interface Found {
  problems: string[]
  pressed: number
  /** How often the language was changed. */
  switched: number
  opened: string[]
  refusals: string[]
  /** What this round adds to it. */
  memory: Memory
}

export const state = {
  round: {} as Round,
  /** The current language of the page. */ language: 'zh' as Language,
  pressed: 0,
  switched: 0,
  /** Titles of opened dialogs. */ opened: new Set<string>(),
  /** The sequence of presses that led here. */ place: '',
  /** The path where the walk began. */ home: '',
  /** Number of closed layers. */ closed: 0,
  learned: { done: {} } as Memory,
}

export const report = (what: string): void => {
  const line = `${state.language} ${state.place}: ${what}`
  if (!problems.includes(line)) problems.push(line)
}

/** Reads what is displayed; something `opened` before the language changed may keep the name of its row. */
export function look(root: Element, opened = false): void {
  const kept = opened && state.language !== state.round.languages[0] ? menuNames : undefined
  for (const text of untranslated(root, state.language, kept)) report(`reads “${text}”`)
  if ('__canary' in window) report('a typed script ran')
}

/** Changes the language like the button of the top bar; open dialogs stay open. */
export async function speak(language: Language): Promise<void> {
  if (state.language === language) return
  state.language = language
  state.switched += 1
  await switchingLanguage(() => {
    localStorage.setItem('portico-language', language)
    dispatchEvent(new StorageEvent('storage', { key: 'portico-language' }))
    return settle()
  })
  if (!document.documentElement.lang.startsWith(language)) report('keeps its language')
}

/** Repeats the act in each further language of the round; the page then returns to the first. */
async function inOthers(act: () => Promise<void> | void): Promise<void> {
  const [first, ...others] = state.round.languages
  for (const language of others) {
    await speak(language)
    await act()
  }
  await speak(first!)
}

/**
 * Reads an element, and in the further languages too when it is read for the `first` time, when it has words that were read
 * nowhere before, or when `act` must be done there as well.
 */
export async function lookInAll(
  find: () => Element | undefined,
  how: { first?: boolean; opened?: boolean; act?: (() => Promise<void>) | undefined } = {},
): Promise<void> {
  const root = find()
  if (!root) return
  look(root)
  const words = textsOf(root).map(text => withoutData(text.replace(/\d+/g, '#')))
  // All are remembered, not only the first new one.
  const unread = words.filter(text => text !== '' && !isOwn(text) && fresh('read', text))
  if (!how.first && !how.act && unread.length === 0) return
  await inOthers(async () => {
    const there = find()
    if (there) look(there, how.opened)
    await how.act?.()
  })
}

const seen = new Map<string, Set<string>>()
/** True the first time in this walk. */
export function fresh(list: string, what: string): boolean {
  const all = seen.get(list) ?? new Set(state.round.memory.done[list])
  seen.set(list, all)
  if (all.has(what)) return false
  all.add(what)
  ;(state.learned.done[list] ??= []).push(what)
  return true
}

/** The walk begins on this page. */
export function begin(round: Round): void {
  Object.assign(state, { round, language: round.languages[0], pressed: 0, switched: 0, learned: { done: {} } })
  seen.clear()
  state.opened.clear()
  state.place = state.home = location.pathname
}
