/** The API description reduced to what programs depend on, and the breaking changes since an earlier one. */
import { followed, isValueName } from '#base/followed.ts'
import type { Json } from '../http/fieldSchema.ts'

export interface Operation {
  method: string
  path: string
  /** Required inputs. */
  required: readonly string[]
  /** Fields of the answer, with their types. */
  answers: Readonly<Record<string, string>>
}
export type Baseline = Readonly<Record<string, Operation>>

type Document = { paths: Record<string, Record<string, Json>>; components: { schemas: Record<string, Json> } }

const typeOf = (schema: Json): string =>
  schema.enum
    ? `one of ${(schema.enum as unknown[])
        .map(value => typeof value)
        .filter((one, at, all) => all.indexOf(one) === at)
        .sort()
        .join('|')}`
    : [schema.type ?? 'any'].flat().map(String).sort().join('|')

/** Fields as `records[].name`, three levels deep: deeper ones are described by the rows themselves. */
function fieldsOf(reference: Json, document: Document, at = '', depth = 0): Record<string, string> {
  const schema = followed(document, reference)
  const found: Record<string, string> = at ? { [at]: typeOf(schema) } : {}
  if (depth > 3) return found
  const [only, ...others] = ((schema.anyOf ?? []) as Json[]).filter(one => one.type !== 'null')
  if (only && !others.length) Object.assign(found, fieldsOf(only, document, at, depth))
  if (schema.items) Object.assign(found, fieldsOf(schema.items as Json, document, `${at}[]`, depth))
  for (const [name, one] of Object.entries((schema.properties ?? {}) as Record<string, Json>))
    Object.assign(found, fieldsOf(one, document, at ? `${at}.${name}` : name, depth + 1))
  return found
}

const inJson = (document: Document, holder: unknown): Json | undefined =>
  (followed(document, holder as Json | undefined)?.content as Record<string, { schema: Json }> | undefined)?.[
    'application/json'
  ]?.schema

function requiredOf(operation: Json, document: Document): string[] {
  const parameters = ((operation.parameters ?? []) as Json[])
    .map(one => followed(document, one))
    .filter(one => one.required)
    .map(one => `${one.in} ${one.name}`)
  const body = followed(document, inJson(document, operation.requestBody))
  return [...parameters, ...((body?.required ?? []) as string[]).map(name => `body ${name}`)].sort()
}

/** A recursive schema of one operation, such as a branch of a menu: its fields belong to the operation. */
const isBranch = (name: string, schema: Json): boolean =>
  schema.title === undefined && JSON.stringify(schema).includes(`"#/components/schemas/${name}"`)

/** Rows are answered by many operations; each is written once, under `row <name>`. */
export function baselineOf(document: Document): Baseline {
  const all: Record<string, Operation> = {}
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const answer = inJson(document, (operation.responses as Json)[200])
      const data = ((answer?.properties ?? {}) as Json).data as Json | undefined
      const ref = JSON.stringify(data ?? {}).match(/#\/components\/schemas\/(\w+)/)?.[1]
      const row = ref && !isBranch(ref, document.components.schemas[ref]!)
      const answers = row ? { row: ref } : data ? fieldsOf(data, document) : {}
      all[String(operation.operationId)] = { method, path, required: requiredOf(operation, document), answers }
    }
  for (const [name, schema] of Object.entries(document.components.schemas))
    if (!/(New|Change)$/.test(name) && !isValueName(name) && !isBranch(name, schema))
      all[`row ${name}`] = { method: '', path: '', required: [], answers: fieldsOf(schema, document) }
  return all
}

/** Whether an answer still has one of the previous types: becoming never null, or more specific than before, breaks nothing. */
const promises = (is: string, was: string): boolean => {
  const [now, before] = [is, was].map(type => type.match(/^(one of )?(.*)$/)!)
  return (
    was === 'any' ||
    (now![1] === before![1] && now![2]!.split('|').every(type => before![2]!.split('|').includes(type)))
  )
}

/** Changes that break programs made for the earlier description: `operationId: what`. */
export function broken(before: Baseline, now: Baseline): string[] {
  const found: string[] = []
  for (const [id, was] of Object.entries(before)) {
    const is = now[id]
    if (!is) {
      found.push(`${id}: is gone`)
      continue
    }
    if (is.method !== was.method || is.path !== was.path)
      found.push(`${id}: moved from ${was.method} ${was.path} to ${is.method} ${is.path}`)
    for (const name of is.required) if (!was.required.includes(name)) found.push(`${id}: now needs ${name}`)
    for (const [name, type] of Object.entries(was.answers)) {
      if (!(name in is.answers)) found.push(`${id}: answers no ${name} any more`)
      else if (!promises(is.answers[name]!, type)) found.push(`${id}: ${name} was ${type} and is ${is.answers[name]}`)
    }
  }
  return found
}

/** Breaking changes that `docs/changes.md` does not mention; a line there names the operation in backquotes. */
export const unmentionedChanges = (found: readonly string[], changes: string): string[] =>
  found.filter(one => !changes.includes(`\`${one.slice(0, one.indexOf(':'))}\``))
