/** The texts of a source file: its string literals, templates and the words between tags, each with its line. */
import { parseAst } from 'rolldown/parseAst'

interface Node {
  type: string
  start: number
  [field: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** What a node says itself; nothing for the path of an import. */
function wordsOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateElement') return (node.value as { cooked?: string }).cooked
  return node.type === 'JSXText' ? (node.value as string).trim() : undefined
}

export function literalsOf(path: string, text: string): { line: number; words: string }[] {
  const found: { line: number; words: string }[] = []
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => index)
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look)
    if (!isNode(value) || value.type === 'ImportDeclaration') return
    const words = wordsOf(value)
    const line = starts.findLastIndex(start => start <= value.start) + 1
    if (words) words.split('\n').forEach((one, at) => found.push({ line: line + at, words: one.trim() }))
    Object.values(value).forEach(look)
  }
  look(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}
