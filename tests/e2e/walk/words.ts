/** Runs in the page: whether everything that can be read is in the language that was chosen. */
import { data, texts, long, names } from './watch.ts'

export type Language = 'zh' | 'en'

const CHINESE = /[\u3400-\u9fff]/
/** What a person never should read: names of fields, holes in sentences. */
const RAW = /\[object |\bundefined\b|\bNaN\b|\{\{|\$\{|^[a-z]+[A-Z]\w*$|^[a-z]+(\.[a-z]\w*)+$/
/** Four English words in a row, in a page that speaks Chinese. */
const ENGLISH = /\b[A-Z][a-z]+( [a-z]+){3,}/

/** Our own texts in both languages: an answer that carries the Chinese one to an English page is no data, and no button is called by data. */
let own = new Set<string>()
export const learn = (words: readonly string[]): void => {
  own = new Set(words)
}

let sorted: string[] = []
let sortedAt = -1
/** Without what people wrote. */
export function without(text: string): string {
  if (sortedAt !== data.size) {
    sorted = [...data]
      .filter(one => (!own.has(one) || names.has(one)) && (CHINESE.test(one) || one.length > 3))
      .sort((a, b) => b.length - a.length)
    sortedAt = data.size
  }
  let rest = text
  for (const one of sorted) {
    if (rest.length < one.length) continue
    rest = rest.replaceAll(one, ' ')
  }
  return rest.trim()
}

const bare = new Map<string, { rest: string; upTo: number }>()
/** The same, remembered: only what was heard since is looked for. Of many labels, in which pieces may remain. */
export function withoutData(text: string): string {
  const known = bare.get(text) ?? { rest: text, upTo: 0 }
  if (known.upTo < texts.length) {
    for (const one of texts.slice(known.upTo))
      if (!own.has(one) && known.rest.includes(one)) known.rest = known.rest.replaceAll(one, ' ')
    known.upTo = texts.length
    bare.set(text, known)
  }
  return known.rest.trim()
}

const shown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true })

const suspect = (text: string, language: Language): boolean =>
  language === 'en' ? CHINESE.test(text) : RAW.test(text) || ENGLISH.test(text)
const wrong = (text: string, language: Language): boolean =>
  suspect(text, language) && suspect(without(text), language) && !long.some(one => one.includes(text))

/** Where anything may stand: code, and what people wrote. */
const ANYTHING = 'code, pre, script, style, .mono, svg, .avatar, .dialog-note, .rich, [contenteditable]'

const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'data-tip', 'alt'] as const
interface Piece {
  text: string
  element: Element
  /** The attribute it stands in; undefined for text. */
  name?: string
}
/** Everything that can be read under `root`, piece by piece. */
function piecesOf(root: Element): Piece[] {
  const found: Piece[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    if (text !== '' && node.parentElement) found.push({ text, element: node.parentElement })
  }
  for (const name of ATTRIBUTES)
    for (const element of root.querySelectorAll(`[${name}]`))
      found.push({ text: element.getAttribute(name)?.trim() ?? '', element, name })
  return found
}
export const textsOf = (root: Element): string[] => [
  ...new Set(
    piecesOf(root)
      .filter(({ element, name }) => name !== undefined || !element.closest(ANYTHING))
      .map(({ text }) => text),
  ),
]

/** What is in the wrong language under `root`, piece by piece; `kept` are names that keep their language. */
export function untranslated(root: Element, language: Language, kept: ReadonlySet<string> = new Set()): string[] {
  const found = new Set<string>()
  const bySize = [...kept].sort((one, other) => other.length - one.length)
  for (const { text: whole, element, name } of piecesOf(root)) {
    const text = bySize.reduce((rest, one) => rest.replaceAll(one, ' '), whole).trim()
    if (!suspect(text, language) || (name === undefined && element.closest(ANYTHING)) || !shown(element)) continue
    if (wrong(text, language)) found.add(name === undefined ? `${text} (${element.className})` : `${name}: ${text}`)
  }
  return [...found].map(text => text.replace(/\s+/g, ' ').slice(0, 120))
}
