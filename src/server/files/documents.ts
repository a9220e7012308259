/** Documents of rows: stored sealed within the organisation's quota, and kept while a row refers to them. */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { documentTypeOf, endingsOf, type DocumentType } from '#base/documentTypes.ts'
import type { Text } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Ctx } from '../ctx.ts'
import type { Ports } from '../ports.ts'
import { newFileKey } from './fileKey.ts'
import { judgeDocument } from './judgeDocument.ts'

const ENGINE = { role: 'engine' } as const
const MAX_NAME = 120
const OFFICE = 'application/vnd.openxmlformats-officedocument'
/** The media types in answers. Documents are only ever sent as attachments; the module of adverts plays videos. */
const MIMES: Record<DocumentType, string> = {
  pdf: 'application/pdf',
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
  zip: 'application/zip',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  mp4: 'video/mp4',
}

export interface FileOwner {
  userId: string
  sourceId: string
  appId: string | null
}

const inWords = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${Math.round((bytes / 1024 ** 3) * 10) / 10} GB` : `${Math.round(bytes / 1024 ** 2)} MB`

/** The size of an organisation's files in bytes: the quota covers all of its applications together. */
export async function heldFileBytes(ports: Ports, sourceId: string): Promise<number> {
  const [held] = await ports.db.query<{ bytes: string }>(
    ENGINE,
    sql`select coalesce(sum(bytes), 0) as bytes from engine.file where source_id = ${sourceId}`,
  )
  return Number(held!.bytes)
}

/** Refuses an upload that would exceed the organisation's quota. */
export async function refuseBeyondQuota(ports: Ports, sourceId: string, bytes: number): Promise<void> {
  const held = await heldFileBytes(ports, sourceId)
  const quota = ports.fileQuotaBytes
  if (held + bytes <= quota) return
  throw new Refusal('full', {
    text: [
      `本机构的文件空间已用满（${inWords(quota)}），请删除不用的文件或联系平台`,
      `Your organisation's ${inWords(quota)} for files are used up; please delete files that are not needed or contact the platform`,
    ],
    data: { quotaBytes: quota, usedBytes: held },
  })
}

/** The original name, without anything that could form a path or a header. */
const cleanName = (given: string): string => {
  const last = given.split(/[\\/]/).at(-1)!
  const plain = last.replace(/[\x00-\x1f\x7f"<>|:*?\u202a-\u202e\u2066-\u2069]/g, '').trim()
  return [...plain].slice(-MAX_NAME).join('')
}

export const documentPlace = (id: string): string => `file|document|${id}`

/** Checks and stores a document, which no row refers to yet. */
export async function storeDocument(
  ports: Ports,
  bytes: Buffer,
  fileName: string,
  owner: FileOwner,
): Promise<{ id: string; name: string; bytes: number }> {
  const name = cleanName(fileName)
  const type = judgeDocument(bytes, name)
  await refuseBeyondQuota(ports, owner.sourceId, bytes.length)
  const id = newFileKey()
  await ports.files.put(ports.vault.seal(bytes, documentPlace(id)), id)
  await ports.db.query(
    ENGINE,
    sql`insert into engine.file (id, app_id, source_id, owner_id, kind, mime, bytes, sha256, name)
    values (${id}, ${owner.appId}, ${owner.sourceId}, ${owner.userId}, 'document', ${MIMES[type]}, ${bytes.length}, ${createHash('sha256').update(bytes).digest()}, ${name})`,
  )
  return { id, name, bytes: bytes.length }
}

/**
 * In the transaction that writes a row, which refers to `now` instead of `before`. A new document must be the caller's
 * own upload, not yet used by another row, and of one of `types`; one that the row no longer refers to is removed by
 * retention.
 */
export async function holdDocuments(
  ctx: Ctx,
  field: { name: string; label: Text; types: readonly DocumentType[]; noun: string },
  before: readonly string[],
  now: readonly string[],
): Promise<void> {
  const added = now.filter(id => !before.includes(id))
  const problem = (...text: Text): Refusal => invalidFields([{ field: field.name, text }])
  if (added.length) {
    const taken = await ctx.sql<{ id: string; name: string }>(
      sql`update engine.file set kept = true, kept_since = ${ctx.now}, noun = ${field.noun}
      where id = any(${added}) and kind = 'document' and owner_id = ${ctx.user.userId}
        and not kept and name is not null returning id, name`,
    )
    if (taken.length < new Set(added).size)
      throw problem(`${field.label[0]}已失效，请重新上传`, `${field.label[1]}: please upload it again`)
    const other = taken.find(({ name }) => !field.types.includes(documentTypeOf(name)!))
    if (other) {
      const [zh, en] = endingsOf(field.types)
      throw problem(`${field.label[0]}只支持 ${zh} 文件`, `${field.label[1]} only accepts ${en} files`)
    }
  }
  await dropDocuments(
    ctx,
    before.filter(id => !now.includes(id)),
  )
}

/** In the transaction that removes the row of these documents. */
export async function dropDocuments(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.sql(
    sql`update engine.file set kept = false, kept_since = ${ctx.now} where id = any(${ids}) and kind = 'document' and kept`,
  )
}

/** In the transaction that undoes a removal: the documents that were dropped with the row are kept again. */
export async function holdAgain(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.sql(
    sql`update engine.file set kept = true, kept_since = ${ctx.now} where id = any(${ids}) and kind = 'document' and not kept`,
  )
}
