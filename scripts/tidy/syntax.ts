/** The parts of a file's syntax that rules need: its tree, exports, imports, functions and SQL. */
import { dirname, join, normalize } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const parsed = new Map<string, Node>()
/** The tree of a TypeScript file. Throws when the text is not TypeScript. */
function treeOf(path: string, text: string): Node {
  const key = `${path}\n${text}`
  const known = parsed.get(key)
  if (known) return known
  const tree = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
  parsed.set(key, tree)
  return tree
}

/** Calls `see` for `node` and every node below it, with the nodes above, the outermost first. That array is reused, so read it at once. */
function visit(node: Node, see: (node: Node, above: readonly Node[]) => void, above: Node[] = []): void {
  see(node, above)
  above.push(node)
  for (const key in node) {
    const value = node[key]
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) {
      if (isNode(value)) visit(value, see, above)
    } else for (const one of value) if (isNode(one)) visit(one, see, above)
  }
  above.pop()
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length

const TYPES = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration'])
/** The names that a file exports; `default` for the default export. Without `types`, only those that exist at run time. */
export function exportsOf(path: string, text: string, { types = true } = {}): string[] {
  const names: string[] = []
  for (const node of treeOf(path, text).body as Node[]) {
    if (!types && (node.exportKind === 'type' || TYPES.has((node.declaration as Node | null)?.type ?? ''))) continue
    if (node.type === 'ExportDefaultDeclaration') names.push('default')
    if (node.type !== 'ExportNamedDeclaration') continue
    const declared = node.declaration as Node | null
    for (const one of (declared?.declarations as Node[] | undefined) ?? (declared ? [declared] : []))
      names.push(...boundNames(one.id as Node))
    for (const one of node.specifiers as Node[])
      if (types || one.exportKind !== 'type') names.push((one.exported as Node).name as string)
  }
  return names
}
const DECLARE = new Set([
  ...['VariableDeclarator', 'FunctionDeclaration', 'ClassDeclaration', 'TSInterfaceDeclaration'],
  ...['TSTypeAliasDeclaration', 'MethodDefinition', 'PropertyDefinition', 'TSPropertySignature', 'TSMethodSignature'],
])
/** Every name that a file gives to something: variables, parameters, functions, types and their members. */
export function declaredNames(path: string, text: string): string[] {
  const names = new Set<string>()
  visit(treeOf(path, text), node => {
    const given = [
      ...(DECLARE.has(node.type) ? [node.id ?? node.key] : []),
      ...((node.params as Node[] | undefined) ?? []),
    ]
    for (const one of given) if (isNode(one)) for (const name of boundNames(one)) names.add(name)
  })
  return [...names]
}
function boundNames(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name as string]
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern.left as Node)
  const parts = (pattern.properties ?? pattern.elements ?? []) as (Node | null)[]
  return parts.flatMap(part => (part ? boundNames((part.value ?? part.argument ?? part) as Node) : []))
}

export interface Import {
  /** Path from `src/` where it is inside, without a leading `./`. */
  target: string
  typeOnly: boolean
  /** The imported names; `*` for all of them, none for an import with side effects only. */
  names: readonly string[]
}
const imports = new Map<Node, Import[]>()
/** Imports of a file from other files of the project, including `import()` and threads started by address. */
export function importsOf(path: string, text: string): readonly Import[] {
  const tree = treeOf(path, text)
  const known = imports.get(tree)
  if (known) return known
  const found: Import[] = []
  imports.set(tree, found)
  const add = (spec: unknown, typeOnly: boolean, names: readonly string[]): void => {
    if (typeof spec !== 'string' || !/^[#.]/.test(spec)) return
    const target = spec.startsWith('#') ? `src/${spec.slice(1)}` : join(dirname(path), spec)
    found.push({ target: normalize(target).replaceAll('\\', '/').replace(/\?.*$/, ''), typeOnly, names })
  }
  visit(tree, node => {
    const source = (node.source as Node | null | undefined)?.value
    const specifiers = (node.specifiers ?? []) as Node[]
    if (node.type === 'ImportDeclaration') add(source, node.importKind === 'type', specifiers.map(importedName))
    else if (node.type === 'ExportNamedDeclaration')
      add(
        source,
        node.exportKind === 'type',
        specifiers.map(one => (one.local as Node).name as string),
      )
    else if (node.type === 'ExportAllDeclaration' || node.type === 'ImportExpression') add(source, false, ['*'])
    else if (node.type === 'NewExpression' && (node.callee as Node).name === 'URL') {
      const [address, base] = node.arguments as Node[]
      if (base?.type === 'MemberExpression' && /\.ts$/.test(String(address?.value))) add(address?.value, false, ['*'])
    }
  })
  return found
}
const importedName = (one: Node): string =>
  one.type === 'ImportNamespaceSpecifier'
    ? '*'
    : one.type === 'ImportDefaultSpecifier'
      ? 'default'
      : ((one.imported as Node).name as string)

export interface Statement {
  line: number
  /** Its text, with `?` for each value and fragment. */
  text: string
}
/** The SQL of a file: every text tagged `sql`. */
export function statementsOf(path: string, text: string): Statement[] {
  if (!text.includes('sql`')) return []
  const found: Statement[] = []
  visit(treeOf(path, text), node => {
    if (node.type !== 'TaggedTemplateExpression' || (node.tag as Node).name !== 'sql') return
    const quasis = (node.quasi as Node).quasis as { value: { raw: string } }[]
    found.push({ line: lineOf(text, node.start), text: quasis.map(one => one.value.raw).join('?') })
  })
  return found
}

export interface Call {
  /** The function, or the method: `b` for `a.b()`. */
  name: string
  args: readonly string[]
  /** What the method is called on; undefined for a function. */
  on?: { text: string; call?: Call }
}
/** The calls of a file, with their arguments as they are written. */
export function callsOf(path: string, text: string): Call[] {
  const found: Call[] = []
  visit(treeOf(path, text), node => {
    const call = callOf(node, text)
    if (call) found.push(call)
  })
  return found
}
function callOf(node: Node, text: string): Call | undefined {
  if (node.type !== 'CallExpression') return undefined
  const written = ({ start, end }: Node): string => text.slice(start, end)
  const callee = node.callee as Node
  const args = (node.arguments as Node[]).map(written)
  if (callee.type === 'Identifier') return { name: callee.name as string, args }
  if (callee.type !== 'MemberExpression') return undefined
  const on = callee.object as Node
  const before = callOf(on, text)
  return {
    name: written(callee.property as Node),
    args,
    on: { text: written(on), ...(before ? { call: before } : {}) },
  }
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
/** The functions of a file with their lengths in lines, each under the name it is bound to, or that of the call it is passed to. */
export function functionsOf(path: string, text: string): { name: string; lines: number }[] {
  const found: { name: string; lines: number }[] = []
  visit(treeOf(path, text), (node, above) => {
    if (!FUNCTIONS.has(node.type)) return
    const lines = lineOf(text, node.end) - lineOf(text, node.start) + 1
    found.push({ name: nameOf(node, above), lines })
  })
  return found
}
function nameOf(node: Node, above: readonly Node[]): string {
  const own = node.id as Node | null | undefined
  if (own) return own.name as string
  for (const outer of above.toReversed().slice(0, 2)) {
    const id = (outer.id ?? outer.key) as Node | undefined
    if (typeof id?.name === 'string') return id.name
    const callee = outer.callee as Node | undefined
    if (callee) return `${String(callee.name ?? (callee.property as Node | undefined)?.name)}(…)`
  }
  return 'a function'
}
