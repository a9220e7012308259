/** Pictures inside documents: encoded anew, public under an unguessable name, kept while a document shows them. */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { CONTENT_PICTURES, contentPicturesIn } from '#base/contentPicture.ts'
import { Refusal } from '#model/error.ts'
import type { Principal } from '#server/ctx.ts'
import { refuseBeyondQuota, type FileOwner } from '#server/files/documents.ts'
import { isFileKey, newFileKey } from '#server/files/fileKey.ts'
import { raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { damaged, openPicture } from './openPicture.ts'

const ENGINE = { role: 'engine' } as const
/** The maximum width of a text, in pixels of a high-resolution screen. */
const SIDE = 1600

const placeOf = (id: string): string => `file|content|${id}`

/** The pictures are public: only users who write documents may upload one. */
const mayWrite = (user: Principal): boolean => user.permissions.has('doc:add') || user.permissions.has('doc:edit')

/** Encoded as WebP, which keeps screenshots sharp. No document shows it yet. */
export async function storeContentPicture(ports: Ports, user: Principal, bytes: Uint8Array, owner: FileOwner) {
  if (!mayWrite(user)) throw new Refusal('forbidden', { point: 'doc:edit' })
  const picture = await openPicture(bytes)
  const { data, info } = await picture
    .rotate()
    .resize(SIDE, SIDE * 4, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 86 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw damaged()
    })
  await refuseBeyondQuota(ports, owner.sourceId, data.length)
  const id = newFileKey()
  await ports.files.put(ports.vault.seal(data, placeOf(id)), id)
  await ports.db.query(
    ENGINE,
    sql`insert into engine.file (id, app_id, source_id, owner_id, kind, mime, bytes, sha256)
    values (${id}, ${owner.appId}, ${owner.sourceId}, ${owner.userId}, 'content', 'image/webp', ${data.length}, ${createHash('sha256').update(data).digest()})`,
  )
  return { id, url: `${CONTENT_PICTURES}${id}`, bytes: data.length, width: info.width, height: info.height }
}

/** Runs before the text is written: if it ran after it, a process that ends in between would lose a picture that is shown. */
export async function keepPictures(ports: Ports, html: string): Promise<void> {
  const ids = contentPicturesIn(html)
  if (ids.length)
    await ports.db.query(
      ENGINE,
      sql`update engine.file set kept = true, kept_since = now() where id = any(${ids}) and kind = 'content' and not kept`,
    )
}

/** Runs after texts are removed: retention then removes their pictures that no document and no version shows any more. */
export async function dropPictures(ports: Ports, texts: readonly string[]): Promise<void> {
  const ids = [...new Set(texts.flatMap(contentPicturesIn))]
  for (const id of ids)
    await ports.db.query(
      ENGINE,
      sql`update engine.file set kept = false, kept_since = now() where id = ${id} and kind = 'content'
      and not exists (select from content.doc where position(${id} in content) > 0)
      and not exists (select from content.doc_version where position(${id} in content) > 0)`,
    )
}

export const contentPicture = raw({
  method: 'GET',
  path: `${CONTENT_PICTURES}:id`,
  access: 'public',
  budget: 'read',
  summary: ['文档内的图片', 'A picture inside a document'],
  async handle(ports, request, reply) {
    const { id } = request.params as { id: string }
    const [row] = isFileKey(id)
      ? await ports.db.query(ENGINE, sql`select 1 from engine.file where id = ${id} and kind = 'content'`)
      : []
    const sealed = row ? await ports.files.get(id) : null
    if (!sealed) throw new Refusal('not_found')
    return reply
      .type('image/webp')
      .header('content-disposition', 'inline')
      .header('cache-control', 'public, max-age=86400')
      .send(ports.vault.open(sealed, placeOf(id)))
  },
})
