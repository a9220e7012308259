/** What engines compose of definitions: a noun's selection and the tables it names, each once. */
import sql, { raw } from 'sql-template-tag'
import type { Noun } from '#model/noun.ts'
import { selection } from '#server/crud/columns.ts'
import type { Retained } from '#server/parts.ts'
import { isDue } from '#server/retention/retireRows.ts'
import { judgeOwners } from './judgeOwners.ts'
import type { SqlProblem } from './judgeSql.ts'
import type { Schema } from './Schema.ts'

export interface Definition {
  path: string
  module: string
  value: unknown
}
interface Part {
  part?: unknown
  of?: Noun
  keeps?: readonly { table: string }[]
}
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isRetained = (value: unknown): value is Retained => isObject(value) && (value as Part).part === 'retained'
const isNoun = (value: unknown): value is Noun =>
  isObject(value) && 'table' in value && 'fields' in value && 'api' in value

/** `definitions` are all exports of nouns and server parts. */
export async function judgeDefinitions(definitions: readonly Definition[], schema: Schema): Promise<SqlProblem[]> {
  const nouns = definitions.filter((one): one is Definition & { value: Noun } => isNoun(one.value))
  const tables = new Map(nouns.map(({ value }) => [value.key, value.table]))
  const problems: SqlProblem[] = []
  for (const { path, module, value } of definitions) {
    const add = (rule: SqlProblem['rule'], message: string): void =>
      void problems.push({ rule, path, line: 0, message })
    if (isNoun(value)) {
      // A virtual reference has no column: another module fills it in.
      const read = Object.values(value.fields).flatMap(field =>
        field.kind === 'ref' && !field.virtual && tables.has(field.to) ? [tables.get(field.to)!] : [],
      )
      // Facts and views are only read by their noun: the module that stores them owns the table.
      const writes = value.life && value.life !== 'row' ? [] : [value.table]
      for (const message of judgeOwners(module, { reads: [...read, value.table], writes }))
        add('owners', `${value.key} ${message}`)
      if (value.life === 'view') continue
      const described = await schema.describe(`select ${selection(value).text} from ${value.table} t`)
      if ('error' in described) add('valid', `${value.key} is refused: ${described.error}`)
    } else if (isRetained(value)) {
      for (const message of judgeOwners(module, { reads: [], writes: [value.table] }))
        add('owners', `what is retained as ${value.key} ${message}`)
      const due = isDue(value, new Date(0))
      const described = await schema.describe(sql`select from ${raw(value.table)} where ${due}`.text)
      if ('error' in described) add('valid', `what is retained as ${value.key} is refused: ${described.error}`)
    } else if (isObject(value) && (value as Part).part === 'following')
      for (const { table } of (value as Part).keeps ?? [])
        for (const message of judgeOwners(module, { reads: [], writes: [table] }))
          add('owners', `what follows ${(value as Part).of!.key} ${message}`)
  }
  return problems
}
