/** Values of a template's fields: packed into one column when written, added to the other fields when read. */
import sql, { raw } from 'sql-template-tag'
import { maskIdCard, maskPhone, maskWords } from '#base/mask.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Fields } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '#server/ctx.ts'
import { dropDocuments, holdAgain, holdDocuments } from '#server/files/documents.ts'
import { holdFiles } from '#server/files/heldFiles.ts'
import type { Input, Params, Row } from '#model/row.ts'
import { tailDigest } from '#server/crud/tail.ts'
import type { Ports } from '#server/ports.ts'
import type { Definition } from '#modules/applications/definition.rules.ts'
import {
  documentTypesOf,
  fieldName,
  fieldsFrom,
  importsFrom,
  isSealed,
  waysOf,
} from '#modules/applications/templateFields.rules.ts'

export type Kind = 'person' | 'organization'
export interface Shape {
  templateId: string | null
  name: string | null
  version: number
  definitions: Definition[]
}
const PLAIN: Shape = { templateId: null, name: null, version: 0, definitions: [] }
export interface Sealed {
  sealed: string
  index: string
  masked: string
  /** Of phones and ID numbers, by their last four characters; absent from values of earlier versions. */
  tail?: string | null
}

/** The application's template for its people or organisations, in the last published version. */
export async function shapeIn({ appId, sql: query }: Pick<Ctx, 'appId' | 'sql'>, kind: Kind): Promise<Shape> {
  if (!appId) return PLAIN
  const column = raw(kind === 'person' ? 'a.person_template_id' : 'a.org_template_id')
  const [found] = await query<Shape>(
    sql`select t.id as "templateId", t.name, v.version, v.fields as definitions from applications.application a
      join applications.template t on t.id = ${column}
      join applications.template_version v on v.template_id = t.id and v.version = t.version where a.id = ${appId}`,
  )
  return found ?? PLAIN
}

/** `default` is the template of the application; no other can be requested. */
export async function shapeAsked(ctx: Ctx, kind: Kind, templateId: unknown): Promise<Shape> {
  const shape = await shapeIn(ctx, kind)
  const asked = String(templateId ?? 'default')
  if (asked !== 'default' && asked !== '' && asked !== shape.templateId)
    throw new Refusal('not_found', { text: ['该应用没有使用此模板', 'The application does not use this template'] })
  return shape
}

export const extendedBy =
  (kind: Kind, own: Fields) =>
  async (where: Pick<Ctx, 'appId' | 'sql'>): Promise<{ fields: ReturnType<typeof fieldsFrom>; imports: string[] }> => {
    const { definitions } = await shapeIn(where, kind)
    return { fields: fieldsFrom(definitions, kind, own), imports: importsFrom(definitions) }
  }

const shapes = new WeakMap<Ctx, Map<Kind, Shape>>()
/** Read once per context: an import writes many rows in one. */
async function shapeOnce(ctx: Ctx, kind: Kind): Promise<Shape> {
  const ofRequest = shapes.get(ctx) ?? new Map<Kind, Shape>()
  shapes.set(ctx, ofRequest)
  const shape = ofRequest.get(kind) ?? (await shapeIn(ctx, kind))
  ofRequest.set(kind, shape)
  return shape
}

export const purposeOf = (noun: Noun, key: string, id: string): string => `${noun.table}|ext.${key}|${id}`

export const tailOf = (
  { vault }: Pick<Ports, 'vault'>,
  key: string,
  type: Definition['type'],
  value: string,
): string | null => (type === 'phone' || type === 'idCard' ? tailDigest(vault, key, value).toString('base64') : null)

function seal(ctx: Ctx, noun: Noun, { key, type }: Definition, value: string, id: string): Sealed {
  const { vault } = ctx.ports
  return {
    sealed: vault.seal(value, purposeOf(noun, key, id)).toString('base64'),
    index: vault.blindIndex(value, key).toString('base64'),
    tail: tailOf(ctx.ports, key, type, value),
    masked: (type === 'phone' ? maskPhone : type === 'idCard' ? maskIdCard : maskWords)(value),
  }
}

/** Writes in one application wait for each other, so that of two simultaneous duplicates one is refused. */
async function refuseDouble(ctx: Ctx, noun: Noun, one: Definition, stored: unknown, id: string): Promise<void> {
  await ctx.sql(
    sql`select pg_advisory_xact_lock(hashtext('custom'), hashtext(${`${noun.key} ${ctx.appId} ${one.key}`}))`,
  )
  const alive = noun.remove === 'soft' ? sql`and deleted_at is null` : sql``
  const same = isSealed(one)
    ? sql`ext -> ${one.key} ->> 'index' = ${(stored as Sealed).index}`
    : sql`ext ->> ${one.key} = ${String(stored)}`
  const [double] = await ctx.sql<{ name: string }>(
    sql`select name from ${raw(noun.table)} where app_id = ${ctx.appId} and ${same} and id <> ${id} ${alive} limit 1`,
  )
  if (double)
    throw invalidFields([
      {
        field: fieldName(one.key),
        text: [`${one.label}已被“${double.name}”使用`, `${one.labelEn || one.label} is that of "${double.name}"`],
      },
    ])
}

/** Moves the template's values into `ext`. Values of other versions are kept there. */
export async function packCustom(ctx: Ctx, noun: Noun, kind: Kind, values: Input, before: Row | null): Promise<void> {
  const { definitions, version } = await shapeOnce(ctx, kind)
  const given = definitions.filter(one => fieldName(one.key) in values)
  if (given.length === 0) return
  const id = before?.id ?? String((values.id ??= ctx.newId()))
  const ext: Params = { ...(before?.ext as object | undefined) }
  for (const one of given) {
    const name = fieldName(one.key)
    const value = values[name]
    delete values[name]
    if (one.type === 'file')
      await holdDocuments(
        ctx,
        { name, label: [one.label, one.labelEn || one.label], types: documentTypesOf(one), noun: noun.key },
        filesIn(ext[one.key]),
        filesIn(value),
      )
    if (one.type === 'image') await holdFiles(ctx, noun.key, filesIn(value))
    if (value === null || value === undefined) {
      delete ext[one.key]
      continue
    }
    if (one.type === 'way' && !waysOf(one).some(way => way.join('/') === (value as string[]).join('/')))
      throw invalidFields([
        {
          field: name,
          text: [`${one.label}不是可选的级联项`, `${one.labelEn || one.label} is not one of the options`],
        },
      ])
    const stored = isSealed(one) ? seal(ctx, noun, one, String(value), id) : value
    if (one.unique) await refuseDouble(ctx, noun, one, stored, id)
    ext[one.key] = stored
  }
  values.ext = ext
  values.templateVersion = version
}

const filesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** For a removed row: drops its documents. */
export const dropCustom = async (ctx: Ctx, kind: Kind, row: Row): Promise<void> => {
  const { definitions } = await shapeOnce(ctx, kind)
  const ext = (row.ext ?? {}) as Params
  await dropDocuments(
    ctx,
    definitions.filter(({ type }) => type === 'file').flatMap(({ key }) => filesIn(ext[key])),
  )
}

/** For an undone removal: documents are kept again, and unique values are checked again. */
export async function restoreCustom(ctx: Ctx, noun: Noun, kind: Kind, row: Row): Promise<void> {
  const { definitions } = await shapeOnce(ctx, kind)
  const ext = (row.ext ?? {}) as Params
  for (const one of definitions) {
    const stored = ext[one.key]
    if (stored === null || stored === undefined) continue
    if (one.unique) await refuseDouble(ctx, noun, one, stored, row.id)
    if (one.type === 'file') await holdAgain(ctx, filesIn(stored))
  }
}

/** The value for display; a value of an older version with another type is not shown. */
function shown(one: Definition, value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (isSealed(one)) return (value as Partial<Sealed>).masked ?? null
  const isList = one.type === 'many' || one.type === 'way' || one.type === 'image' || one.type === 'file'
  return isList === Array.isArray(value) && (isList || typeof value !== 'object') ? value : null
}

export async function layOutCustom(ctx: Ctx, kind: Kind, rows: Row[]): Promise<void> {
  const { definitions } = await shapeOnce(ctx, kind)
  for (const row of rows) {
    const ext = (row.ext ?? {}) as Params
    delete row.ext
    for (const one of definitions) row[fieldName(one.key)] = shown(one, ext[one.key])
  }
}

/** Decrypts sealed values: only for users who have given a reason, which is audited. */
export async function openCustom(ctx: Ctx, noun: Noun, kind: Kind, id: string): Promise<Record<string, string>> {
  const { definitions } = await shapeOnce(ctx, kind)
  const [row] = await ctx.sql<{ ext: Record<string, Partial<Sealed> | undefined> }>(
    sql`select ext from ${raw(noun.table)} where id = ${id}`,
  )
  return Object.fromEntries(
    definitions.filter(isSealed).flatMap(one => {
      const { sealed } = row?.ext[one.key] ?? {}
      return sealed
        ? [
            [
              fieldName(one.key),
              ctx.ports.vault.open(Buffer.from(sealed, 'base64'), purposeOf(noun, one.key, id)).toString(),
            ],
          ]
        : []
    }),
  )
}
