/** JSON in the form in which XML is read, so that reports are the same in both: numbers and flags are texts. */
import type { Tree, TreeNode } from './readXml.ts'

const DEPTH_MAX = 16

export const isPlainObject = (value: unknown): value is TreeNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null where it is none, or no object, or too deep. */
export function readJson(text: string): TreeNode | null {
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? (treeOf(value, 0) as TreeNode) : null
  } catch {
    return null
  }
}

function treeOf(value: unknown, depth: number): Tree | Tree[] {
  if (depth > DEPTH_MAX) throw new Error('too deep')
  if (Array.isArray(value)) return value.flatMap(one => treeOf(one, depth + 1)) as Tree[]
  if (!isPlainObject(value)) return value === null ? '' : String(value)
  const node = Object.create(null) as TreeNode
  for (const [name, one] of Object.entries(value)) node[name] = treeOf(one, depth + 1)
  return node
}
