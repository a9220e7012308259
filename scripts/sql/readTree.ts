/** What a statement's own grammar says: which tables it reads and writes, and which of its columns may or cannot be null. */
import { parseSync } from 'libpg-query'

type Tree = { readonly [key: string]: unknown }

export interface StatementTree {
  /** `schema.name` of tables and functions. */
  reads: ReadonlySet<string>
  writes: ReadonlySet<string>
  /** The table that it selects from first. */
  main: string | undefined
  /** By the position of a column that it gives: null whatever the table says, never null, or as the table says. */
  nullness(position: number): 'null' | 'not null' | 'as stored'
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly Tree[] => (Array.isArray(value) ? value.filter(isTree) : [])
const at = (tree: Tree | undefined, key: string): Tree | undefined => {
  const value = tree?.[key]
  return isTree(value) ? value : undefined
}

/** The grammar of `libpg-query` must be loaded. Throws where the text is no statement. */
export function readTree(text: string): StatementTree {
  const statement = at(listOf(parseSync(text).stmts)[0], 'stmt') ?? {}
  const reads = new Set<string>()
  const writes = new Set<string>()
  walk(statement, (kind, node) => {
    if (WRITES.has(kind)) addTable(writes, at(node, 'relation'))
    if (kind === 'RangeVar' && node.written !== true) addTable(reads, node)
    if (kind === 'FuncCall') {
      const [schema, name] = namesOf(node.funcname)
      if (name && schema !== 'pg_catalog') reads.add(`${schema}.${name}`)
    }
  })
  const [main] = [...selectedFrom(statement), ...reads]
  return { reads, writes, main, nullness: nullnessOf(statement) }
}

/** Tables of its FROM, those of statements inside that included. */
function selectedFrom(statement: Tree): Set<string> {
  const found = new Set<string>()
  const from = Object.values(statement).flatMap(one => listOf(isTree(one) ? one.fromClause : []))
  for (const one of from) walk(one, (kind, node) => kind === 'RangeVar' && addTable(found, node))
  return found
}

const WRITES = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])
function addTable(to: Set<string>, table: Tree | undefined): void {
  if (typeof table?.schemaname === 'string') to.add(`${table.schemaname}.${String(table.relname)}`)
}
const namesOf = (value: unknown): string[] => listOf(value).map(one => String(at(one, 'String')?.sval ?? '*'))

/** Every node with its kind. The table that a statement writes is no `RangeVar` below it, so it is not read by it. */
function walk(tree: Tree, see: (kind: string, node: Tree) => void): void {
  for (const [kind, value] of Object.entries(tree)) {
    if (isTree(value)) {
      see(kind, value)
      walk(value, see)
    } else for (const one of listOf(value)) walk(one, see)
  }
}

function nullnessOf(statement: Tree): StatementTree['nullness'] {
  const [kind, body = {}] = Object.entries(statement).find((entry): entry is [string, Tree] => isTree(entry[1])) ?? ['']
  const targets = targetsOf(kind, body)
  const values = targets.map(one => at(one, 'val'))
  const outer = new Set<string>()
  const sure = new Set<string>()
  const from = listOf(body.fromClause)
  for (const one of from) readJoins(one, false, outer, sure)
  readCondition(at(body, 'whereClause'), sure)
  const sureTables = new Set([...sure].map(one => one.split('.')[0]!))
  const changed = new Map(
    (kind === 'UpdateStmt' ? listOf(body.targetList) : []).map(one => {
      const target = at(one, 'ResTarget')
      return [target?.name, at(target, 'val')]
    }),
  )
  const isSure = (table: string, name: string): boolean =>
    sure.has(`${table}.${name}`) || sure.has(`.${name}`) || (!table && [...sure].some(one => one.endsWith(`.${name}`)))
  return position => {
    const value = values[position]
    if (!value || values.length !== targets.length) return 'as stored'
    if (isNull(value)) return 'null'
    const column = columnOf(value)
    if (!column) return 'as stored'
    const [table, name] = column.split('.') as [string, string]
    const set = changed.get(name)
    if (set) return isNull(set) ? 'null' : columnOf(set) || at(set, 'ParamRef') ? 'as stored' : 'not null'
    if (isSure(table, name)) return 'not null'
    if (outer.has(table) && !sureTables.has(table)) return 'null'
    const below = statementBelow(body, table || from.length > 1 ? table : undefined)
    return below ? nullnessBelow(below, name) : 'as stored'
  }
}

const targetsOf = (kind: string, body: Tree): Tree[] =>
  listOf(kind === 'SelectStmt' ? body.targetList : at(body, 'returningClause')?.exprs).map(
    one => at(one, 'ResTarget') ?? {},
  )
/** What a statement inside another says of the column that it hands out as `name`. */
function nullnessBelow(statement: Tree, name: string): 'null' | 'not null' | 'as stored' {
  const [kind, body] = Object.entries(statement)[0] as [string, Tree]
  const position = targetsOf(kind, body).findIndex(
    target => (target.name ?? columnOf(at(target, 'val'))?.split('.')[1]) === name,
  )
  return nullnessOf(statement)(position)
}
/** The statement that FROM calls `alias`, written there or in WITH; the only one of FROM where no alias is given. */
function statementBelow(body: Tree, alias: string | undefined): Tree | undefined {
  for (const one of sourcesOf(listOf(body.fromClause))) {
    if (alias !== undefined && nameOf(one) !== alias) continue
    const { schemaname, relname } = at(one, 'RangeVar') ?? {}
    const named = listOf(at(body, 'withClause')?.ctes).map(cte => at(cte, 'CommonTableExpr'))
    return schemaname
      ? undefined
      : (at(at(one, 'RangeSubselect'), 'subquery') ??
          at(
            named.find(cte => cte?.ctename === relname),
            'ctequery',
          ))
  }
  return undefined
}
const sourcesOf = (from: readonly Tree[]): Tree[] =>
  from.flatMap(one => {
    const join = at(one, 'JoinExpr')
    return join ? sourcesOf([at(join, 'larg') ?? {}, at(join, 'rarg') ?? {}]) : [one]
  })
/** What a statement calls one of its sources. */
function nameOf(node: Tree): unknown {
  const source = at(node, 'RangeVar') ?? at(node, 'RangeSubselect') ?? at(node, 'RangeFunction')
  return at(source, 'alias')?.aliasname ?? source?.relname
}

const isNull = (value: Tree): boolean =>
  at(value, 'A_Const')?.isnull === true || at(at(at(value, 'TypeCast'), 'arg'), 'A_Const')?.isnull === true
/** `alias.column`, or `.column` without an alias. */
function columnOf(value: Tree | undefined): string | undefined {
  const names = namesOf(at(value, 'ColumnRef')?.fields)
  if (!names.length || names.at(-1) === '*') return undefined
  return `${names.at(-2) ?? ''}.${names.at(-1)}`
}

/** Which tables may be missing from a row, and what inner joins demand. */
function readJoins(node: Tree, missing: boolean, outer: Set<string>, sure: Set<string>): void {
  const join = at(node, 'JoinExpr')
  if (join) {
    const kind = String(join.jointype)
    const left = missing || kind === 'JOIN_RIGHT' || kind === 'JOIN_FULL'
    const right = missing || kind === 'JOIN_LEFT' || kind === 'JOIN_FULL'
    if (at(join, 'larg')) readJoins(at(join, 'larg')!, left, outer, sure)
    if (at(join, 'rarg')) readJoins(at(join, 'rarg')!, right, outer, sure)
    if (kind === 'JOIN_INNER' && !missing) readCondition(at(join, 'quals'), sure)
    return
  }
  if (!missing) return
  const alias = nameOf(node)
  if (typeof alias === 'string') outer.add(alias)
}

const COMPARES = new Set(['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN', 'AEXPR_BETWEEN', 'AEXPR_LIKE', 'AEXPR_ILIKE'])
/** Columns of which a condition holds only where they are not null. */
function readCondition(node: Tree | undefined, sure: Set<string>): void {
  const all = at(node, 'BoolExpr')
  if (all?.boolop === 'AND_EXPR') for (const one of listOf(all.args)) readCondition(one, sure)
  const test = at(node, 'NullTest')
  const compared = at(node, 'A_Expr')
  const sides =
    test?.nulltesttype === 'IS_NOT_NULL'
      ? [at(test, 'arg')]
      : compared && COMPARES.has(String(compared.kind))
        ? [at(compared, 'lexpr'), at(compared, 'rexpr')]
        : [node]
  for (const side of sides) {
    const column = columnOf(side)
    if (column) sure.add(column)
  }
}
