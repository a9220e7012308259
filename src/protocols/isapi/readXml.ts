/**
 * The XML of reports: elements with texts or elements, whose attributes say nothing that is read. Declarations of types and
 * entities are refused, and so is what is no whole document; depth and number are bounded.
 */

export type Tree = string | TreeNode
export interface TreeNode {
  [name: string]: Tree | Tree[]
}
/** Why it is none: it declares or uses entities, or is not well-formed within the bounds. */
export type NoXml = 'entity' | 'xml'

const DEPTH_MAX = 16
const ELEMENTS_MAX = 2000
const NAME = '[A-Za-z_][\\w.:-]{0,99}'
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`
/** In this order: the declaration, a comment, CDATA, an end, a beginning, text. */
const TOKEN = new RegExp(
  [
    '<\\?xml\\s[^?<>]*\\?>',
    '<!--(?:(?!--)[^])*-->',
    '<!\\[CDATA\\[(?<literal>(?:(?!\\]\\]>)[^])*)\\]\\]>',
    `</(?<ended>${NAME})\\s*>`,
    `<(?<begun>${NAME})(?:${ATTRIBUTE})*\\s*(?<empty>/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'y',
)
const ENTITY = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}))?;?/gi
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

interface Open {
  name: string
  text: string
  children: TreeNode | null
}
class Refused extends Error {
  readonly why: NoXml
  constructor(why: NoXml) {
    super(why)
    this.why = why
  }
}

/** The root by its name, as the only child of what is returned. */
export function readXml(source: string): TreeNode | NoXml {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(source)) return 'entity'
  try {
    return read(source)
  } catch (error) {
    if (error instanceof Refused) return error.why
    throw error
  }
}

function read(source: string): TreeNode {
  const document: Open = { name: '', text: '', children: null }
  const open = [document]
  let elements = 0
  for (let at = 0; at < source.length;) {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(source)
    if (!found) throw new Refused('xml')
    at = TOKEN.lastIndex
    const { literal, ended, begun, empty, text } = found.groups!
    const top = open.at(-1)!
    if (text !== undefined || literal !== undefined) top.text += literal ?? unescaped(text!)
    else if (begun !== undefined) {
      elements += 1
      if (elements > ELEMENTS_MAX || open.length > DEPTH_MAX) throw new Refused('xml')
      if (empty) add(top, begun, '')
      else open.push({ name: begun, text: '', children: null })
    } else if (ended !== undefined) {
      if (top.name !== ended || open.length === 1) throw new Refused('xml')
      open.pop()
      add(open.at(-1)!, ended, top.children ?? top.text.trim())
    }
  }
  const roots = Object.values(document.children ?? {})
  if (open.length > 1 || roots.length !== 1 || Array.isArray(roots[0]) || document.text.trim()) throw new Refused('xml')
  return document.children!
}

/** Names that come again are a list. A prefix of a namespace says nothing here. */
function add(to: Open, prefixed: string, value: Tree): void {
  const name = prefixed.slice(prefixed.indexOf(':') + 1)
  to.children ??= Object.create(null) as TreeNode
  const before = to.children[name]
  if (Array.isArray(before)) before.push(value)
  else to.children[name] = before === undefined ? value : [before, value]
}

const unescaped = (text: string): string =>
  text.replace(ENTITY, (whole, named?: string, decimal?: string, hex?: string) => {
    if (!whole.endsWith(';') || whole === '&;') throw new Refused('entity')
    if (named) return NAMED[named.toLowerCase()]!
    const code = decimal ? Number(decimal) : parseInt(hex!, 16)
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || code === 0) throw new Refused('xml')
    return String.fromCodePoint(code)
  })
