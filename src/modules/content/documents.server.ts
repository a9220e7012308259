/** Serves documents to users who may see them: their description, a short-lived link, and the file behind that link. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Principal } from '#server/ctx.ts'
import { documentPlace } from '#server/files/documents.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { limitedIn } from '#server/auth/places.ts'
import { isFileKey } from '#server/files/fileKey.ts'
import { seesSource } from '#server/http/scope.ts'
import { sendBytes } from '#server/http/sendBytes.ts'
import { linkedUser, LINK_S, signedLink } from '#server/http/signedLink.ts'
import { endpoint, raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { principalOf } from '#modules/identity/api.ts'

const ENGINE = { role: 'engine' } as const
const AT_ONCE = 99

interface Document {
  id: string
  name: string
  mime: string
  bytes: number
  source_id: string | null
  app_id: string | null
  owner_id: string | null
  kept: boolean
  noun: string | null
}

/** Those of `ids` that the user may read: their own uploads that no row refers to yet, and those of rows they may read. */
async function readable(ports: Ports, user: Principal, ids: readonly string[]): Promise<Document[]> {
  const found = await ports.db.query<Document>(
    ENGINE,
    sql`select id, name, mime, bytes, source_id, app_id, owner_id, kept, noun from engine.file
      where id = any(${ids}) and kind = 'document' and name is not null`,
  )
  // A file does not know its device: an account that is limited to places reads only those of people.
  const within = (one: Document): boolean => !limitedIn(user, one.app_id) || one.noun === 'person'
  const sees = (one: Document): boolean =>
    user.apps === 'all' ||
    (user.apps === 'source'
      ? one.source_id !== null && seesSource(user, one.source_id)
      : one.app_id !== null && user.apps.has(one.app_id))
  return found.filter(one =>
    one.kept ? one.noun !== null && mayRead(user, one.noun) && sees(one) && within(one) : one.owner_id === user.userId,
  )
}

async function oneOf(ports: Ports, user: Principal, id: unknown): Promise<Document> {
  const [one] = isFileKey(id) ? await readable(ports, user, [id]) : []
  if (!one) throw new Refusal('not_found')
  return one
}

export const documentInfo = endpoint({
  method: 'GET',
  path: '/api/admin/sys-file/info',
  access: 'login',
  places: true,
  scope: 'none',
  summary: [
    '按编号（逗号分隔）查询文件的名称和大小',
    'Name and size of documents, by their ids with commas between them',
  ],
  async run(ctx, input) {
    const ids = String(input.ids ?? '')
      .split(',')
      .filter(isFileKey)
      .slice(0, AT_ONCE)
    const found = await readable(ctx.ports, ctx.user, ids)
    return found.map(({ id, name, bytes }) => ({ id, name, bytes }))
  },
})

export const documentLink = endpoint({
  method: 'POST',
  path: '/api/admin/sys-file/:id/link',
  access: 'login',
  places: true,
  scope: 'none',
  summary: [`申请文件的下载链接，${LINK_S} 秒内有效`, `A link to a document, valid for ${LINK_S} seconds`],
  async run(ctx, input) {
    const { id } = await oneOf(ctx.ports, ctx.user, input.id)
    return {
      url: signedLink(ctx.ports, `/api/admin/sys-file/${id}/content`, `file ${id}`, ctx.user.userId),
      forS: LINK_S,
    }
  },
})

export const documentContent = raw({
  method: 'GET',
  path: '/api/admin/sys-file/:id/content',
  access: 'public',
  budget: 'read',
  summary: [
    '按链接下载文件，链接由有权查看者申请',
    'A document as an attachment, by a link requested by a caller who may see it',
  ],
  async handle(ports, request, reply) {
    const { id } = request.params as { id: string }
    const userId = linkedUser(ports, request, `file ${id}`)
    const user = await principalOf(ports, userId)
    if (!user) throw new Refusal('not_found')
    const one = await oneOf(ports, user, id)
    const sealed = await ports.files.get(id)
    if (!sealed) throw new Refusal('not_found')
    const bytes = ports.vault.open(sealed, documentPlace(id))
    reply
      .type(one.mime)
      .header(
        'content-disposition',
        `attachment; filename="document"; filename*=UTF-8''${encodeURIComponent(one.name)}`,
      )
      .header('content-security-policy', "sandbox; default-src 'none'")
    return sendBytes(request, reply, bytes)
  },
})
