/** The columns of fields in a table: names, selected columns, assignments. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { comparedAs, isIdentity } from '#model/comparedAs.ts'
import { isList, type Field, type Fields } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import { maskIdCard, maskPhone, maskWords } from '#base/mask.ts'
import type { Input } from '#model/row.ts'
import type { Vault } from '../ports.ts'
import { tailDigest } from './tail.ts'

export const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

const AS_JSON = new Set<Field['kind']>(['list', 'group', 'branch', 'custom', 'json', 'place', 'file', 'span'])
export const isJson = (field: Field): boolean =>
  AS_JSON.has(field.kind) ||
  (field.kind === 'choice' && field.many === true) ||
  (field.kind === 'dictionary' && isList(field))

/** Where the one form of an identity is stored. */
export const keyColumn = (name: string): string => `${snake(name)}_key`

/** The column by which a row is found: compared with `comparedAs`. */
export const comparedColumn = (name: string, field: Field, alias = 't'): Sql =>
  raw(`${alias}.${isIdentity(field) ? keyColumn(name) : snake(name)}`)

/** Fields that have columns. */
export const storedFields = (fields: Fields): [string, Fields[string]][] =>
  Object.entries(fields).filter(([, field]) => !field.computed && !field.virtual)

/** State machines are stored like choices; this lists their names besides the fields. */
const stateNames = (noun: Noun): string[] => Object.keys(noun.states ?? {})

/**
 * The columns of one field. Masked values are personal data: they are stored sealed, can be found by a keyed
 * digest, and have their masked form in plain text. Secrets are stored sealed and never read by lists.
 */
export function columnsOf(name: string, field: Field): string[] {
  const column = snake(name)
  if (field.mask) {
    const tail = field.find === 'tail' ? [`${column}_tail`] : []
    return [`${column}_sealed`, `${column}_index`, ...tail, `${column}_masked`]
  }
  if (field.kind === 'secret') return [`${column}_sealed`]
  return isIdentity(field) ? [column, keyColumn(name)] : [column]
}

/** `select` list of a noun: id, the fields in wire form, states, and when the row was created and changed. */
export function selection(noun: Noun, alias = 't'): Sql {
  const columns: string[] = [`${alias}.id`]
  if (!noun.life || noun.life === 'row')
    columns.push(`${alias}.rev`, `${alias}.created_at as "createdAt"`, `${alias}.updated_at as "updatedAt"`)
  if (noun.tree) columns.push(`coalesce(${alias}.parent_id, -1) as "parentId"`)
  for (const [name, field] of storedFields(noun.fields)) {
    if (field.kind === 'secret') columns.push(`(${alias}.${snake(name)}_sealed is not null) as "${name}Set"`)
    else if (field.mask) columns.push(`${alias}.${snake(name)}_masked as "${name}"`)
    else columns.push(`${alias}.${snake(name)} as "${name}"`)
  }
  for (const name of stateNames(noun)) columns.push(`${alias}.${snake(name)} as "${name}"`)
  if (noun.scope === 'application') columns.push(`${alias}.app_id as "appId"`)
  return raw(columns.join(', '))
}

/** What the seal of a value is bound to. */
export const sealedPlace = ({ table }: Noun, column: string, id: string): string => `${table}|${column}|${id}`

const MASKS = { idCard: maskIdCard, phone: maskPhone, words: maskWords } as const
const masked = (field: Field, value: string): string => MASKS[field.mask!](value)

/** Column assignments for judged values of the row `id`. A masked value that comes back unchanged is not written. */
export function assignments(noun: Noun, values: Input, id: string, vault: Vault): [column: string, value: unknown][] {
  const result: [string, unknown][] = []
  for (const [name, value] of Object.entries(values)) {
    const field = noun.fields[name]
    if (!field || field.computed || field.virtual) continue
    const column = snake(name)
    if (field.mask) {
      if (typeof value === 'string' && value.includes('*')) continue
      const plain = value as string | null
      result.push([`${column}_sealed`, plain === null ? null : vault.seal(plain, sealedPlace(noun, column, id))])
      result.push([`${column}_index`, plain === null ? null : vault.blindIndex(plain, column)])
      if (field.find === 'tail')
        result.push([`${column}_tail`, plain === null ? null : tailDigest(vault, column, plain)])
      result.push([`${column}_masked`, plain === null ? null : masked(field, plain)])
    } else if (field.kind === 'secret') {
      // An empty secret in an edit means "keep the existing one".
      if (value !== null) result.push([`${column}_sealed`, vault.seal(value as string, sealedPlace(noun, column, id))])
    } else if (value === null && field.notNull) {
      // An emptied field returns to the default of a new row.
      result.push([column, raw('default')])
    } else {
      result.push([column, isJson(field) && value !== null ? JSON.stringify(value) : value])
      if (isIdentity(field)) result.push([keyColumn(name), value === null ? null : comparedAs(field, String(value))])
    }
  }
  return result
}

export const tableOf = (noun: Noun): Sql => raw(noun.table)
export const insertInto = (table: string, pairs: readonly [string, unknown][]): Sql =>
  sql`insert into ${raw(table)} as t (${raw(pairs.map(([column]) => column).join(', '))}) values (${join(pairs.map(([, value]) => value))})`
export const setClause = (pairs: readonly [string, unknown][]): Sql =>
  join(pairs.map(([column, value]) => sql`${raw(column)} = ${value}`))
