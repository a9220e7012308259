/** Uploading a package: started, sent piece by piece in order, then read once for its digests and its manifest. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import type { Text } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { integer, text } from '#model/field.ts'
import { requirePermission } from '#server/http/requestContext.ts'
import { endpoint, raw, worker } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { CHUNK_BYTES, digestsOf, MOST_BYTES, putChunk, readAt, removeChunks } from './apkChunks.server.ts'
import { readManifest, type Manifest } from './readManifest.server.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 3_600_000
const MOST_OPEN = 5

export interface Upload {
  id: string
  chunks: string[]
  size: number
  sha256: string | null
  md5: string | null
  manifest: Manifest | null
  finished: boolean
}
export async function uploadOf(query: Query, id: unknown, userId: string, lock = false): Promise<Upload> {
  const [row] = isId(id)
    ? await query<Upload>(
        sql`select id, chunks, size::float8 as size, sha256, md5, manifest, finished_at is not null as finished
          from packages.upload where id = ${id} and owner_id = ${userId} ${lock ? sql`for update` : sql``}`,
      )
    : []
  if (!row)
    throw new Refusal('not_found', {
      text: ['上传已失效，请重新上传', 'The upload no longer exists; please start again'],
    })
  return row
}
const bad = (...words: Text): Refusal => invalidFields([{ field: 'file', text: words }])
const lengthOf = (size: number, no: number): number => Math.min(CHUNK_BYTES, size - no * CHUNK_BYTES)

export const apkUploadBegin = endpoint({
  method: 'POST',
  path: '/api/admin/apk/upload',
  access: 'apk:add',
  scope: 'engine',
  input: {
    name: text(['文件名', 'File name'], { required: true, max: 255 }),
    size: integer(['大小', 'Size'], { required: true, min: 1 }),
  },
  summary: [
    '开始上传安装包（最大 500 MB），返回上传编号和每片长度',
    'Begins the upload of a package of at most 500 MB; answers its id and how long each piece is',
  ],
  async run(ctx, input) {
    if (!/\.apk$/i.test(input.name)) throw bad('只支持 .apk 文件', 'Only .apk files are accepted')
    if (input.size > MOST_BYTES) throw bad('文件超过 500 MB', 'The file is larger than 500 MB')
    const [open] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from packages.upload where owner_id = ${ctx.user.userId}`,
    )
    if (open!.n >= MOST_OPEN) {
      const old = await ctx.sql<{ chunks: string[] }>(
        sql`delete from packages.upload
          where id in (select id from packages.upload where owner_id = ${ctx.user.userId} order by id limit 1)
          returning chunks`,
      )
      ctx.sql.afterCommit(
        () =>
          void removeChunks(
            ctx.ports,
            old.flatMap(row => row.chunks),
          ),
      )
    }
    const id = ctx.newId()
    await ctx.sql(
      sql`insert into packages.upload (id, owner_id, file_name, size) values (${id}, ${ctx.user.userId}, ${input.name}, ${input.size})`,
    )
    return { id, chunkBytes: CHUNK_BYTES, chunks: Math.ceil(input.size / CHUNK_BYTES) }
  },
})

export const apkUploadChunk = raw({
  method: 'POST',
  path: '/api/admin/apk/upload/:id/:no',
  access: 'apk:add',
  summary: [
    '上传一片，字段名为 `file`，从 0 起按顺序；已有的片视为已上传',
    'One piece of a package as the field `file`, in order from 0; one that is there already is taken as sent',
  ],
  async handle(ports, request, reply) {
    const user = requirePermission(request, 'apk:add')
    const { id, no: given } = request.params as { id: string; no: string }
    const no = /^\d{1,4}$/.test(given) ? Number(given) : -1
    const part = await request.file()
    if (part?.fieldname !== 'file') throw bad('请选择文件', 'Choose a file')
    const bytes = await part.toBuffer()
    const upload = await ports.db.tx(ENGINE, query => uploadOf(query, id, user.userId))
    if (no < upload.chunks.length && no >= 0) return reply.send({ code: 0, msg: null, data: upload.chunks.length })
    if (no !== upload.chunks.length || bytes.length !== lengthOf(upload.size, no))
      throw bad('分片次序或长度有误', 'The piece is not the next one, or not of its length')
    const key = await putChunk(ports, id, no, bytes)
    const kept = await keepChunk(ports, id, no, key).catch(async (error: unknown) => {
      await ports.files.remove(key)
      throw error
    })
    // The same piece was sent meanwhile by another request, or the upload was cancelled.
    if (kept === null) await ports.files.remove(key)
    return reply.send({ code: 0, msg: null, data: kept ?? no + 1 })
  },
})

/** Returns the number of pieces; null when this was no longer the next one. */
async function keepChunk(ports: Ports, id: string, no: number, key: string): Promise<number | null> {
  const [kept] = await ports.db.query<{ n: number }>(
    ENGINE,
    sql`update packages.upload set chunks = chunks || ${JSON.stringify([key])}::jsonb
      where id = ${id} and jsonb_array_length(chunks) = ${no} returning jsonb_array_length(chunks) as n`,
  )
  return kept?.n ?? null
}

export const apkUploadFinish = endpoint({
  method: 'POST',
  path: '/api/admin/apk/upload/:id/finish',
  access: 'apk:add',
  scope: 'none',
  summary: [
    '完成上传，返回摘要和安装包清单信息',
    'Completes an upload: returns its digests and the contents of the manifest',
  ],
  async run({ ports, user, now }, input) {
    const upload = await ports.db.tx(ENGINE, query => uploadOf(query, input.id, user.userId))
    if (upload.chunks.length !== Math.ceil(upload.size / CHUNK_BYTES))
      throw bad('文件没有传完', 'The file is incomplete')
    // Outside any transaction: reading half a gigabyte takes longer than one may stay open. The pieces no longer change.
    const stored = { uploadId: upload.id, chunks: upload.chunks, size: upload.size }
    const head = await readAt(ports, stored, 0, 4)
    if (head.toString('latin1') !== 'PK\u0003\u0004') throw bad('不是有效的 APK 文件', 'This is not an APK')
    const manifest = await readManifest((offset, length) => readAt(ports, stored, offset, length), upload.size)
    const digests = await digestsOf(ports, stored)
    const [kept] = await ports.db.query(
      ENGINE,
      sql`update packages.upload set sha256 = ${digests.sha256}, md5 = ${digests.md5}, manifest = ${manifest ? JSON.stringify(manifest) : null}, finished_at = ${now} where id = ${upload.id} returning 1`,
    )
    if (!kept) throw new Refusal('not_found', { text: ['上传已取消', 'The upload was cancelled'] })
    return { id: upload.id, size: upload.size, ...digests, manifest }
  },
})

export const apkUploadCancel = endpoint({
  method: 'DELETE',
  path: '/api/admin/apk/upload/:id',
  access: 'apk:add',
  scope: 'engine',
  summary: [
    '取消上传并删除已收到的分片；已生成安装包的不能取消',
    'Calls an upload off and removes what arrived of it; not once it is a package',
  ],
  async run(ctx, input) {
    const upload = await uploadOf(ctx.sql, input.id, ctx.user.userId, true)
    const [used] = await ctx.sql(sql`select 1 from packages.apk where id = ${upload.id}`)
    if (used) throw new Refusal('wrong_state')
    await ctx.sql(sql`delete from packages.upload where id = ${upload.id}`)
    ctx.sql.afterCommit(() => void removeChunks(ctx.ports, upload.chunks))
    return true
  },
})

/** Removes uploads that never became a package. */
export const apkUploadSweep = worker({
  name: 'apk.sweep',
  where: 'worker',
  async run(ports) {
    const gone = await ports.db.query<{ chunks: string[] }>(
      ENGINE,
      sql`delete from packages.upload u where created_at < now() - interval '1 day'
        returning case when exists (select 1 from packages.apk a
        where a.id = u.id) then '[]' else chunks end as chunks`,
    )
    await removeChunks(
      ports,
      gone.flatMap(row => row.chunks),
    )
    return EVERY_MS
  },
})
