/** What a caller declares of the rows of a statement, against what the statement gives. */
import type { DeclaredColumn, Statement } from './readStatements.ts'
import type { StatementTree } from './readTree.ts'
import type { GivenColumn } from './Schema.ts'

/** `columns` and `tree` are those of one of the statement's texts. */
export function judgeRows(statement: Statement, columns: readonly GivenColumn[], tree: StatementTree): string[] {
  // `select 1` and `returning 1` only ask whether there is a row.
  const named = columns.filter(column => column.name !== '?column?')
  const problems: string[] = []
  if (statement.untyped && named.length) problems.push('gives rows of no type: say what they are')
  for (const row of statement.rows) problems.push(...judgeRow(row, named, columns, tree))
  return problems
}

function judgeRow(
  row: readonly DeclaredColumn[],
  named: readonly GivenColumn[],
  columns: readonly GivenColumn[],
  tree: StatementTree,
): string[] {
  const problems: string[] = []
  for (const declared of row) {
    const given = named.find(column => column.name === declared.name)
    if (!given) {
      if (!declared.optional) problems.push(`declares ${declared.name}, which it does not select`)
      continue
    }
    const nullness = tree.nullness(columns.indexOf(given))
    if (!fits(declared, given, nullness))
      problems.push(`declares ${declared.name} as ${declared.type}, and it comes as ${given.kind}`)
    const maybeNull = nullness === 'null' || (nullness === 'as stored' && given.nullable === true)
    if (maybeNull && !declared.nullable)
      problems.push(`declares ${declared.name} as ${declared.type}, and it may be null`)
  }
  for (const { name } of named)
    if (!row.some(declared => declared.name === name))
      problems.push(`selects ${name}, which its row type does not have`)
  return problems
}

function fits(declared: DeclaredColumn, given: GivenColumn, nullness: string): boolean {
  if (given.kind === 'any' || declared.kinds.includes('unknown')) return true
  // `null as x` has no other value.
  if (!declared.kinds.length) return nullness === 'null'
  const items = declared.kinds.filter(kind => kind !== 'null[]' && kind !== 'undefined[]')
  return items.every(kind => kind === given.kind)
}
