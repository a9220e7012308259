/** Turns a request's flat filter fields into conditions; only for fields that declare `find`, and only in the declared way. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { visible } from '#base/folded.ts'
import { isId } from '#base/id.ts'
import { askedInstant } from '#base/zonedTime.ts'
import { comparedAs } from '#model/comparedAs.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Field } from '#model/field.ts'
import { historyOf } from '#model/historyOf.ts'
import { normalised } from '#model/normalised.ts'
import type { Noun } from '#model/noun.ts'
import { MAX_PAGE_SIZE } from '#model/list/paging.ts'
import type { Input } from '#model/row.ts'
import type { Ctx } from '../ctx.ts'
import { comparedColumn, isJson, snake } from './columns.ts'
import { severalCodes } from './severalCodes.ts'
import { isTail, judgeTail, tailDigest } from './tail.ts'

const escapeLike = (value: string): string => value.replace(/[\\%_]/g, character => `\\${character}`)
const bad = (name: string, field: Field): Refusal =>
  invalidFields([
    { field: name, text: [`${field.label[0]}的筛选条件有误`, `The filter on ${field.label[1]} is not valid`] },
  ])

const asList = (value: unknown): string[] =>
  (Array.isArray(value) ? value : String(value).split(',')).map(item => String(item).trim()).filter(item => item !== '')

/** Of a request: its user, the keys by which sealed values are found, and the zone in which days are meant. */
type Asking = Pick<Ctx, 'zone'> & { user: Pick<Ctx['user'], 'permissions'>; ports: Pick<Ctx['ports'], 'vault'> }

function instantOf(name: string, field: Field, value: string, zone: string): Date {
  const at = askedInstant(value, zone)
  if (!at) throw bad(name, field)
  return at
}

/** `from,to`; either side may be empty. */
function range(name: string, field: Field, column: Sql, given: unknown, zone: string): Sql[] {
  const [from = '', to = ''] = Array.isArray(given) ? given.map(String) : String(given).split(',')
  const side = (value: string): unknown =>
    field.kind === 'instant'
      ? instantOf(name, field, value, zone)
      : field.kind === 'integer'
        ? numberOf(name, field, value)
        : value
  return [...(from ? [sql`${column} >= ${side(from)}`] : []), ...(to ? [sql`${column} <= ${side(to)}`] : [])]
}

function numberOf(name: string, field: Field, value: string): number {
  const number = Number(value)
  if (!Number.isFinite(number)) throw bad(name, field)
  return number
}

function among(name: string, field: Field, column: Sql, given: unknown): Sql {
  const items = asList(given).slice(0, 99)
  if (field.kind === 'ref') {
    if (!items.every(isId)) throw bad(name, field)
    if (field.below)
      return sql`${column} in (with recursive below as (
        select id from ${raw(field.below)} where id = any(${items}::bigint[])
        union select c.id from ${raw(field.below)} c join below b on c.parent_id = b.id) select id from below)`
    return sql`${column} = any(${items}::bigint[])`
  }
  if (field.kind === 'choice') {
    const wires = items.map(item => Object.values(field.values).find(([wire]) => String(wire) === item)?.[0])
    if (wires.includes(undefined)) throw bad(name, field)
    if (isJson(field)) return sql`${column} ?| ${items}`
    return typeof wires[0] === 'number'
      ? sql`${column} = any(${wires}::smallint[])`
      : sql`${column} = any(${wires}::text[])`
  }
  if (isJson(field)) return sql`${column} ?| ${items}`
  if (field.kind === 'flag') return sql`${column} = ${items[0] === 'true' || items[0] === '1'}`
  return sql`${column} = any(${items})`
}

/** Sealed values are found by digests: whole, or by their last four characters. */
function sealedCondition(noun: Noun, name: string, given: string, { ports, user }: Asking, alias: string): Sql {
  const field = own(noun.fields, name)!
  const part = field.find === 'tail' && isTail(given) ? 'tail' : 'index'
  if (part === 'tail') judgeTail(noun, field, user)
  const { vault } = ports
  if (field.within) {
    const digest =
      part === 'tail' ? tailDigest(vault, field.within.key, given) : vault.blindIndex(given, field.within.key)
    return sql`${raw(`${alias}.${field.within.column}`)} -> ${field.within.key} ->> ${part} = ${digest.toString('base64')}`
  }
  const digest = part === 'tail' ? tailDigest(vault, snake(name), given) : vault.blindIndex(given, snake(name))
  return sql`${raw(`${alias}.${snake(name)}_${part}`)} = ${digest}`
}

function conditionOf(noun: Noun, name: string, field: Field, given: unknown, asking: Asking, alias: string): Sql[] {
  const { zone } = asking
  if (field.mask) return [sealedCondition(noun, name, normalised(field, String(given)).trim(), asking, alias)]
  const column = field.within
    ? sql`(${raw(`${alias}.${field.within.column}`)} ${raw(isJson(field) ? '->' : '->>')} ${field.within.key})`
    : comparedColumn(name, field, alias)
  const asked = normalised(field, String(given)).trim()
  switch (field.find) {
    case 'contains':
      return [sql`${column} ilike ${`%${escapeLike(asked)}%`}`]
    // `~>=~` and `~<~` are leakproof, so the index is usable under row security; LIKE is not.
    case 'prefix': {
      const codes = severalCodes(name, field, given)
      if (codes.length) return [sql`${column} = any(${codes.map(code => comparedAs(field, code))}::text[])`]
      const begins = comparedAs(field, asked)
      return [sql`${column} ~>=~ ${begins}`, sql`${column} ~<~ ${`${begins}\u{10FFFF}`}`]
    }
    case 'range':
      return range(name, field, column, given, zone)
    case 'among':
      return [among(name, field, column, given)]
    case 'equal':
    case 'tail':
      if (field.kind === 'ref' && !isId(given)) throw bad(name, field)
      if (field.kind === 'integer') return [sql`${column} = ${numberOf(name, field, String(given))}`]
      if (field.kind === 'flag' || field.kind === 'choice') return [among(name, field, column, given)]
      return [sql`${column} = ${comparedAs(field, asked)}`]
    case undefined:
      return []
  }
}

/** Names come from requests, and `toString` exists on every object. */
const own = <Value>(of: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  of && Object.hasOwn(of, name) ? of[name] : undefined

/** Matches values as they are displayed: built-in texts in the reader's language, or the English name. */
function foundAs(noun: Noun, name: string, { find }: Field, given: unknown, alias: string): Sql[] {
  const wanted = visible(String(given)).trim().toLowerCase()
  const fits: Partial<Record<NonNullable<Field['find']>, (word: string) => boolean>> = {
    contains: word => word.includes(wanted),
    prefix: word => word.startsWith(wanted),
    equal: word => word === wanted,
  }
  const fit = find && fits[find]
  if (!fit) return []
  const stored = (noun.builtIn?.[name] ?? []).filter(([, en]) => fit(en.toLowerCase())).map(([zh]) => zh)
  const english = noun.english?.[name]
  return [
    ...(stored.length ? [sql`${raw(`${alias}.${snake(name)}`)} = any(${stored}::text[])`] : []),
    ...(english && find === 'contains'
      ? [sql`${raw(`${alias}.${snake(english)}`)} ilike ${`%${escapeLike(String(given).trim())}%`}`]
      : []),
  ]
}

/** All conditions that the query contains. Unknown names are ignored: they may be meant for other parts. */
export function conditions(noun: Noun, query: Input, asking: Asking, alias = 't'): Sql[] {
  const result: Sql[] = []
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    const field = own(noun.fields, name) ?? own(historyOf(noun), name)
    // A filter of only blanks is no filter.
    if (asList(value).length === 0) continue
    if (field?.find) {
      const asked = conditionOf(noun, name, field, value, asking, alias)
      const others = foundAs(noun, name, field, value, alias)
      result.push(...(others.length ? [sql`(${join([sql`(${join(asked, ' and ')})`, ...others], ' or ')})`] : asked))
    }
    const states = own(noun.states, name)
    if (states) {
      const wires = asList(value).map(Number)
      if (!wires.every(wire => Object.values(states.states).some(([known]) => known === wire)))
        throw new Refusal('invalid')
      result.push(sql`${raw(`${alias}.${snake(name)}`)} = any(${wires}::smallint[])`)
    }
  }
  if (noun.tree && isId(query.parentId)) result.push(sql`${raw(alias)}.parent_id = ${query.parentId}`)
  return result
}

/** `ascs=a,b&descs=c`: columns from the noun's own list only. */
export function ordering(noun: Noun, query: Input): Sql {
  const words = (given: unknown, direction: string): string[] =>
    (given ? asList(given) : []).map(name => {
      const sortable = (own(noun.fields, name) ?? own(historyOf(noun), name))?.sort || name === 'id'
      if (!sortable)
        throw new Refusal('invalid', {
          text: [`不能按${name.slice(0, 40)}排序`, `Cannot sort by ${name.slice(0, 40)}`],
        })
      return `t.${snake(name)} ${direction}`
    })
  const asked = [...words(query.ascs, 'asc'), ...words(query.descs, 'desc')]
  if (asked.length > 0 || !noun.order) return raw([...asked, 't.id desc'].join(', '))
  // With the same number in the order, parts of a tree follow as they were added, as in the file that they came from; a list
  // shows what is new first.
  return raw(`t.${snake(noun.order[0])} ${noun.order[1]}, t.id ${noun.tree ? 'asc' : 'desc'}`)
}

export interface PageRequest {
  current: number
  size: number
}
export function pageRequest(query: Input): PageRequest {
  const whole = (name: string, given: unknown, fallback: number, max: number): number => {
    if (given === undefined || given === null || given === '') return fallback
    const number = Number(given)
    if (!Number.isInteger(number) || number < 1 || number > max)
      throw new Refusal('invalid', {
        text: [`${name}应为1到${max}的整数`, `${name} must be an integer from 1 to ${max}`],
      })
    return number
  }
  return { current: whole('current', query.current, 1, 10_000_000), size: whole('size', query.size, 10, MAX_PAGE_SIZE) }
}

export const where = (list: readonly Sql[]): Sql => (list.length ? sql`where ${join(list, ' and ')}` : sql``)
