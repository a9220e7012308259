/**
 * Uploads: pictures are checked by their bytes, re-encoded without metadata, sealed and named at random; documents are
 * stored unchanged.
 */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { storeDocument, type FileOwner } from '#server/files/documents.ts'
import { appOfKey, checkApp } from '#server/http/scope.ts'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import type { Principal } from '#server/ctx.ts'
import { raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { storeContentPicture } from './contentPicture.server.ts'
import { damaged, openPicture, refusePicture } from './openPicture.ts'

const PORTRAIT = { min: 120, max: 640 }
const ENGINE = { role: 'engine' } as const

/**
 * A JPEG without metadata, at most 640 pixels for portraits and 1920 for other pictures. Refuses files that are not
 * pictures, and faces that are too small.
 */
export async function encodePicture(
  bytes: Uint8Array,
  kind: 'portrait' | 'image',
): Promise<{ bytes: Buffer; digest: string }> {
  const picture = await openPicture(bytes)
  const meta = await picture.metadata()
  const short = Math.min(meta.width, meta.height)
  if (kind === 'portrait' && short < PORTRAIT.min)
    throw refusePicture(
      `照片太小：短边 ${short} 像素，至少 ${PORTRAIT.min} 像素`,
      `The picture is too small: ${short} pixels, at least ${PORTRAIT.min} are needed`,
    )
  const side = kind === 'portrait' ? PORTRAIT.max : 1920
  const encoded = await picture
    .rotate()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 86 })
    .toBuffer()
    .catch(() => {
      throw damaged()
    })
  return { bytes: encoded, digest: createHash('sha256').update(encoded).digest('base64url').slice(0, 22) }
}

/** Stores a picture and returns its key; no row refers to it yet. */
export async function storePicture(
  ports: Ports,
  bytes: Uint8Array,
  kind: 'portrait' | 'image',
  owner: FileOwner,
): Promise<{ id: string; digest: string; bytes: number }> {
  const picture = await encodePicture(bytes, kind)
  const id = await ports.files.put(ports.vault.seal(picture.bytes, `file|${kind}`))
  await ports.db.query(
    ENGINE,
    sql`insert into engine.file (id, app_id, source_id, owner_id, kind, mime, bytes, sha256, vault)
      values (${id}, ${owner.appId}, ${owner.sourceId}, ${owner.userId}, ${kind}, 'image/jpeg',
      ${picture.bytes.length}, ${createHash('sha256').update(picture.bytes).digest()}, ${kind === 'portrait'})`,
  )
  return { id, digest: picture.digest, bytes: picture.bytes.length }
}

/** Removes a picture to which no row refers. */
export async function removePicture(ports: Ports, id: string): Promise<void> {
  await ports.files.remove(id)
  await ports.db.query(ENGINE, sql`delete from engine.file where id = ${id}`)
}

/** The owner of an upload: files of an application belong to its organisation, not to the uploading account's. */
async function ownerOf(ports: Ports, user: Principal, appId: string | undefined): Promise<FileOwner> {
  const app = isId(appId) ? appId : appOfKey(user)
  return {
    userId: user.userId,
    sourceId: app ? (await checkApp(ports, user, app)).sourceId : user.sourceId,
    appId: app,
  }
}

export const upload = raw({
  method: 'POST',
  path: '/api/admin/sys-file/upload',
  access: 'login',
  places: true,
  summary: [
    '上传一个文件，字段名为 `file`；`kind` 为 portrait、image、document 或 content（文档内的图片）',
    'Uploads one file as field `file`; `kind` is portrait, image, document or content (a picture inside a document)',
  ],
  async handle(ports, request, reply) {
    const part = await request.file()
    if (!part || part.fieldname !== 'file') throw refusePicture('请选择文件', 'Choose a file')
    const { appId, kind: asked } = request.query as { appId?: string; kind?: string }
    const bytes = await part.toBuffer()
    const owner = await ownerOf(ports, request.user!, appId)
    if (asked === 'document') {
      const { id, ...stored } = await storeDocument(ports, bytes, part.filename ?? '', owner)
      return reply.send({
        code: 0,
        msg: null,
        data: { bucketName: asked, fileName: id, id, url: `/api/admin/sys-file/${id}`, ...stored },
      })
    }
    if (asked === 'content') {
      const stored = await storeContentPicture(ports, request.user!, bytes, owner)
      return reply.send({ code: 0, msg: null, data: { bucketName: asked, fileName: stored.id, ...stored } })
    }
    const kind = asked === 'portrait' ? 'portrait' : 'image'
    const stored = await storePicture(ports, bytes, kind, owner)
    return reply.send({
      code: 0,
      msg: null,
      data: {
        bucketName: kind,
        fileName: stored.id,
        id: stored.id,
        url: `/api/admin/sys-file/${stored.id}`,
        bytes: stored.bytes,
      },
    })
  },
})
