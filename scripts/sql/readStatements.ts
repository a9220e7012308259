/** Every tagged statement of the sources: its texts, and the rows that its caller declares. */
import { TypeFlags, type Type } from 'typescript/unstable/sync'
import type { Node, TaggedTemplateExpression } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isAwaitExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isIdentifier,
  isParenthesizedExpression,
  isReturnStatement,
  isTemplateExpression,
  isTemplateSpan,
  isVariableDeclaration,
  isVoidExpression,
} from 'typescript/unstable/ast/is'
import { callsOf, Composed, textsOf } from './followFragments.ts'
import { markOf } from './ranStatement.ts'
import { openProgram, placeOf, type SqlProgram } from './openProgram.ts'

export interface DeclaredColumn {
  name: string
  /** As written, for messages. */
  type: string
  /** `string`, `number`, `boolean`, `Buffer`, `Date`, `object`, `unknown`; `string[]` and so on. Null and undefined aside. */
  kinds: readonly string[]
  nullable: boolean
  optional: boolean
}
export interface Statement {
  path: string
  line: number
  /** How it begins, for messages. */
  head: string
  /** What its template is known by in the program that runs. */
  mark: string
  /** All it may be; empty where it is composed at run time. */
  texts: readonly string[]
  composed?: string
  /** What its callers declare; empty where it is not handed to a runner of statements. */
  rows: readonly (readonly DeclaredColumn[])[]
  /** Its rows are used, and no type says what they are. */
  untyped: boolean
}

const BEGINS =
  /^\s*(--[^\n]*\n\s*)*\(*\s*(select|insert|update|delete|with|merge|values|truncate|lock|set|savepoint|rollback|release|notify|listen|refresh)\b/i

export interface Sources {
  statements: readonly Statement[]
  /** Every template, fragments as well. */
  templates: readonly { path: string; mark: string }[]
  /** Templates of no statement whose text is known: the running program puts them together. */
  fragments: readonly { path: string; line: number; text: string }[]
}

export function readStatements(root: string, sources: ReadonlyMap<string, string>): Sources {
  const program = openProgram(root, sources)
  try {
    const rows = new RowTypes(program)
    const seen = new Set<string>()
    const templates = program.templates.map(({ path, line, node }) => ({
      path,
      line,
      node,
      mark: markOf(partsOf(node)),
    }))
    const statements = templates.flatMap(({ path, line, node, mark }) => {
      const [head] = partsOf(node) as [string]
      // Where a fragment comes first, it is a statement when what runs statements takes it.
      if (!BEGINS.test(head) && !(head.trim() === '' && rows.isRun(node))) return []
      const found = rows.of(node)
      return found ? [{ path, line, head: headOf(node), mark, ...texts(program, node, seen), ...found }] : []
    })
    const fragments = templates.filter(({ node }) => !seen.has(placeOf(node)))
    return {
      statements,
      templates: templates.map(({ path, mark }) => ({ path, mark })),
      fragments: fragments.map(({ path, line, node }) => ({ path, line, text: partsOf(node).join(' $ ') })),
    }
  } finally {
    program.close()
  }
}

/** Its texts between the values. */
const partsOf = ({ template }: TaggedTemplateExpression): string[] =>
  isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(span => span.literal.text)]
    : [template.text]
const headOf = (node: TaggedTemplateExpression): string =>
  node.template
    .getText()
    .replace(/[`\s]+/g, ' ')
    .trim()
    .slice(0, 60)
    .trim()

function texts(program: SqlProgram, node: Node, seen: Set<string>): Pick<Statement, 'texts' | 'composed'> {
  try {
    const inside = new Set<string>()
    const texts = textsOf(program, node, inside)
    for (const place of inside) seen.add(place)
    return { texts }
  } catch (error) {
    if (!(error instanceof Composed)) throw error
    return { texts: [], composed: error.message }
  }
}

const MOST_STEPS = 4
const VALUES = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BooleanLike
/** What callers say of the rows of a statement. */
class RowTypes {
  private readonly program: SqlProgram
  private readonly known = new Map<number, readonly DeclaredColumn[] | null>()
  constructor(program: SqlProgram) {
    this.program = program
  }

  /** Undefined where it is only ever a part of other statements. */
  of(node: Node): Pick<Statement, 'rows' | 'untyped'> | undefined {
    const rows: (readonly DeclaredColumn[])[] = []
    let untyped = false
    const ends = this.ends(node, 0)
    if (ends.length && ends.every(isTemplateSpan)) return undefined
    for (const call of ends.filter(isCallExpression)) {
      const row = this.rowOf(call)
      if (!row) continue
      const columns = this.columnsOf(row)
      if (columns) rows.push(columns)
      else if (!isDiscarded(call)) untyped = true
    }
    return { rows, untyped }
  }

  /** True where a call takes it that answers later, and is no part of the statement. */
  isRun({ parent }: Node): boolean {
    return isCallExpression(parent) && this.program.typeOf(parent)?.getSymbol()?.name === 'Promise'
  }

  /** The calls that run it, and the texts it is a part of: it may be handed to them by name, by a function, or as one of two. */
  private ends(node: Node, step: number): Node[] {
    if (step > MOST_STEPS) return []
    const above = node.parent
    if (isParenthesizedExpression(above) || isConditionalExpression(above) || isBinaryExpression(above))
      return this.ends(above, step)
    if (isTemplateSpan(above)) return [above]
    if (isCallExpression(above))
      return above.expression === node ? [] : this.program.isSql(above) ? this.ends(above, step + 1) : [above]
    if (isVariableDeclaration(above) && isIdentifier(above.name)) {
      const place = placeOf(above)
      return this.program
        .uses(above.name.text)
        .filter(use => placeOf(this.program.declarationOf(use) ?? use) === place)
        .flatMap(use => this.ends(use, step + 1))
    }
    const owner = isArrowFunction(above) ? above : isReturnStatement(above) ? ownerOf(above) : undefined
    return owner ? callsOf(this.program, owner).flatMap(call => this.ends(call, step + 1)) : []
  }

  /** `Row` of a call that answers `Promise<Row[]>`. */
  private rowOf(call: Node): Type | undefined {
    const { checker } = this.program
    const promise = this.program.typeOf(call)
    if (promise?.getSymbol()?.name !== 'Promise') return undefined
    const list = checker.getTypeArguments(promise as never)[0]
    const row = list && checker.isArrayType(list) ? checker.getTypeArguments(list as never)[0] : undefined
    // What answers a list of values has its own runner inside.
    return row && row.flags & VALUES ? undefined : row
  }

  /** Null where the type allows any column. */
  private columnsOf(row: Type): readonly DeclaredColumn[] | null {
    const { checker } = this.program
    const known = this.known.get(row.id)
    if (known !== undefined) return known
    const open = (row.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter)) !== 0
    const columns =
      open || checker.getIndexInfosOfType(row).length
        ? null
        : checker.getPropertiesOfType(row).map(property => {
            const type = checker.getTypeOfSymbol(property)!
            const kinds = kindsOf(this.program, type)
            return {
              name: property.name,
              type: checker.typeToString(type),
              kinds: kinds.filter(kind => kind !== 'null' && kind !== 'undefined'),
              nullable: kinds.includes('null') || kinds.includes('unknown'),
              optional: kinds.includes('undefined'),
            }
          })
    this.known.set(row.id, columns)
    return columns
  }
}

/** The function that a `return` leaves. */
function ownerOf(node: Node): Node {
  let above = node.parent
  while (above.parent && !('parameters' in above)) above = above.parent
  return above
}
/** True where nothing reads what the call answers. */
function isDiscarded(call: Node): boolean {
  let above = call.parent
  while (isAwaitExpression(above) || isVoidExpression(above) || isParenthesizedExpression(above)) above = above.parent
  return isExpressionStatement(above)
}

const FLAGS: readonly (readonly [TypeFlags, string])[] = [
  [TypeFlags.Any | TypeFlags.Unknown, 'unknown'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined | TypeFlags.Void, 'undefined'],
]
function kindsOf(program: SqlProgram, type: Type): string[] {
  for (const [flags, kind] of FLAGS) if (type.flags & flags) return [kind]
  if (type.isUnionType()) return [...new Set(type.getTypes().flatMap(one => kindsOf(program, one)))]
  if (program.checker.isArrayLikeType(type)) {
    const item = program.checker.getTypeArguments(type as never)[0]
    return item ? kindsOf(program, item).map(kind => `${kind}[]`) : ['object']
  }
  const name = type.getSymbol()?.name ?? ''
  return [name === 'Buffer' || name === 'Uint8Array' ? 'Buffer' : name === 'Date' ? 'Date' : 'object']
}
