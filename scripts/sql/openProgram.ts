/** The sources that hold SQL as the compiler sees them: their trees, types and declarations, asked for in batches. */
import { join } from 'node:path'
import { API, SymbolFlags, type Checker, type Type } from 'typescript/unstable/sync'
import type { CallExpression, Expression, Node, SourceFile, TaggedTemplateExpression } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is'

export interface SqlProgram {
  checker: Checker
  /** Every text tagged `sql`, in the order of the files. */
  templates: readonly { path: string; line: number; node: TaggedTemplateExpression }[]
  /** Where a name is called or handed to a call, by the name. */
  uses(name: string): readonly Node[]
  typeOf(node: Node): Type | undefined
  isSql(node: Node): boolean
  /** What a name refers to, through imports. */
  declarationOf(name: Node): Node | undefined
  close(): void
}

/** Two looks at one node may give two objects. */
export const placeOf = (node: Node): string => `${node.getSourceFile().fileName}:${node.pos}:${node.end}`
export const isSqlTag = (node: Node): node is TaggedTemplateExpression =>
  isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql'
export const fragmentsOf = (node: TaggedTemplateExpression): readonly Expression[] =>
  isTemplateExpression(node.template) ? node.template.templateSpans.map(span => span.expression) : []

/** Opens those of `sources` (path from `root` to text) that hold SQL, with all they import. The texts need not be on disk. */
export function openProgram(root: string, sources: ReadonlyMap<string, string>): SqlProgram {
  const paths = [...sources].filter(([, text]) => text.includes('sql`')).map(([path]) => path)
  const config = join(root, 'tsconfig.sql.json')
  // The library of browsers and the types of Vite cost half the time and say nothing of SQL.
  const options = { lib: ['es2024', 'esnext.disposable'], types: ['node'] }
  const files = paths.map(path => `./${path}`)
  const given = new Map([...sources].map(([path, text]) => [join(root, path), text]))
  given.set(config, JSON.stringify({ extends: './tsconfig.json', compilerOptions: options, include: [], files }))
  const api = new API({
    cwd: root,
    fs: { readFile: path => given.get(path), fileExists: path => given.has(path) || undefined },
  })
  const project = api.updateSnapshot({ openProjects: [config] }).getProjects()[0]!
  const { checker, program } = project
  const templates: { path: string; line: number; node: TaggedTemplateExpression }[] = []
  const used = new Map<string, Node[]>()
  const asked: Node[] = []
  for (const path of paths) {
    const file = program.getSourceFile(join(root, path))
    if (!file) throw new Error(`${path} is not in the program`)
    visit(file, node => {
      if (isSqlTag(node)) {
        templates.push({ path, line: lineOf(file, node), node })
        asked.push(...fragmentsOf(node))
        if (isCallExpression(node.parent)) asked.push(node.parent)
      }
      if (isCallExpression(node))
        for (const name of namesIn(node)) used.set(name.text, [...(used.get(name.text) ?? []), name])
    })
  }
  const types = new Map<string, Type | undefined>()
  for (const [index, type] of checker.getTypeAtLocation(asked).entries()) types.set(placeOf(asked[index]!), type)
  const typeOf = (node: Node): Type | undefined => {
    const place = placeOf(node)
    if (!types.has(place)) types.set(place, checker.getTypeAtLocation(node))
    return types.get(place)
  }
  const nameOf = (type: Type | undefined): string | undefined => type?.getSymbol()?.name
  return {
    checker,
    templates,
    uses: name => used.get(name) ?? [],
    typeOf,
    isSql: node => {
      const type = typeOf(node)
      return (
        nameOf(type) === 'Sql' || (type?.isUnionType() ? type.getTypes().some(one => nameOf(one) === 'Sql') : false)
      )
    },
    declarationOf: name => {
      const symbol = checker.getSymbolAtLocation(name)
      if (!symbol) return undefined
      const target = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      return (target.valueDeclaration ?? target.declarations[0])?.resolve(project)
    },
    close: () => api.close(),
  }
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  node.forEachChild(child => visit(child, see))
}
const namesIn = (call: CallExpression) => [call.expression, ...call.arguments].filter(isIdentifier)
const lineOf = (file: SourceFile, node: Node): number => file.text.slice(0, node.getStart()).split('\n').length
