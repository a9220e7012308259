/** Runs in the page: checks that all visible text is in the chosen language. */
import { data, texts, long, names } from './watch.ts'

export type Language = 'zh' | 'en'

const CHINESE = /[\u3400-\u9fff]/
/** Text that must never be visible: names of fields, unfilled placeholders. */
const RAW = /\[object |\bundefined\b|\bNaN\b|\{\{|\$\{|^[a-z]+[A-Z]\w*$|^[a-z]+(\.[a-z]\w*)+$/
/** Four English words in a row, on a Chinese page. */
const ENGLISH = /\b[A-Z][a-z]+( [a-z]+){3,}/

/**
 * The product's own texts in both languages: an answer with the Chinese one on an English page is not data, and no
 * button is named by data.
 */
let own = new Set<string>()
export const learn = (words: readonly string[]): void => {
  own = new Set(words)
}

/** A text of the definitions has both languages there; what is written in a page is read in each. */
export const isOwn = (text: string): boolean => own.has(text)

let sorted: string[] = []
let sortedAt = -1
/** The text without data. */
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
/** The same, cached: only data received since is searched for. For many labels, in which parts may remain. */
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

/** Elements that may contain any text: code, and text written by people. */
const ANYTHING = 'textarea, code, pre, script, style, .mono, svg, .avatar, .dialog-note, .rich, [contenteditable]'

const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'data-tip', 'alt'] as const
interface Piece {
  text: string
  element: Element
  /** The attribute with the text; undefined for a text node. */
  name?: string
}
/** Every visible text under `root`. */
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

/** Texts in the wrong language under `root`; `kept` are names that keep their language. */
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
