/** Requests by terminals: whether there is a newer version, and its bytes, complete or from an offset. */
import { Readable } from 'node:stream'
import { hash, timingSafeEqual } from 'node:crypto'
import sql from 'sql-template-tag'
import { serialOf } from '#base/identity.ts'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import { raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { bytesOf } from './apkChunks.server.ts'
import { isLink, offerFor, orderOf } from './apkOffer.server.ts'

const ENGINE = { role: 'engine' } as const

/** Authenticates with serial number and secret, as over MQTT; all failures get the same answer. */
async function deviceOf(ports: Ports, authorization: string | undefined): Promise<string> {
  const [sn = '', given = ''] = Buffer.from(authorization?.match(/^Basic (.+)$/i)?.[1] ?? '', 'base64')
    .toString()
    .split(/:(.*)/s)
  const [row] = /^[\w.-]{1,64}$/.test(sn)
    ? await ports.db.query<{ id: string; secrets: (Buffer | null)[] }>(
        ENGINE,
        sql`select id,
          array[secret_sealed, case when old_secret_until > now() then old_secret_sealed end] as secrets
          from devices.device where (sn_key = ${serialOf(sn)} or sn = ${sn}) and enabled and deleted_at is null
          order by sn = ${sn} desc limit 1`,
      )
    : []
  const proof = hash('sha256', given, 'buffer')
  const known = row?.secrets.some(
    sealed =>
      sealed &&
      timingSafeEqual(
        hash('sha256', ports.vault.open(sealed, `devices.device|secret|${row.id}`).toString(), 'buffer'),
        proof,
      ),
  )
  if (!row || !known) throw new Refusal('unauthorized')
  return row.id
}

export const apkLatest = raw({
  method: 'GET',
  path: '/api/device/apk/latest',
  access: 'public',
  budget: 'device',
  summary: [
    '供终端查询（以序列号和密钥作 Basic 认证）：应安装的 `packageName` 版本，没有则为 null；不会低于终端上报的版本',
    'For terminals, with serial number and secret as Basic credentials: the version of `packageName` to install, or null. Never a lower one than it reports',
  ],
  async handle(ports, request, reply) {
    const deviceId = await deviceOf(ports, request.headers.authorization)
    const { packageName = '' } = request.query as { packageName?: string }
    const offer = await ports.db.tx(ENGINE, query => offerFor(query, deviceId, packageName.slice(0, 120)))
    return reply.send({
      code: 0,
      msg: null,
      data: offer ? { ...orderOf(ports, offer), changelog: offer.changelog } : null,
    })
  },
})

interface Whole {
  chunks: string[]
  size: number
  version_code: number
  package_name: string
}

export const apkFile = raw({
  method: 'GET',
  path: '/api/device/apk/:id/file',
  access: 'public',
  budget: 'device',
  summary: [
    '按签名地址下载安装包，一天内有效；`Range: bytes=n-` 可断点续传',
    'A package, by a signed address valid for a day; `Range: bytes=n-` continues an interrupted download',
  ],
  async handle(ports, request, reply) {
    const { id } = request.params as { id: string }
    const { until, key } = request.query as { until?: string; key?: string }
    const [row] =
      isId(id) && isLink(ports, id, until, key)
        ? await ports.db.query<Whole>(
            ENGINE,
            sql`select chunks, size::float8 as size, version_code, package_name from packages.apk where id = ${id} and state <> 3`,
          )
        : []
    if (!row) throw new Refusal('not_found')
    const range = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(request.headers.range ?? '')
    const from = range ? Number(range[1]) : 0
    const last = range?.[2] ? Math.min(Number(range[2]), row.size - 1) : row.size - 1
    if (from > last)
      return reply.code(416).header('content-range', `bytes */${row.size}`).send({ code: 1, msg: 'range', data: null })
    if (from === 0)
      await ports.db.query(ENGINE, sql`update packages.apk set downloads = downloads + 1 where id = ${id}`)
    if (range) reply.code(206).header('content-range', `bytes ${from}-${last}/${row.size}`)
    return reply
      .type('application/vnd.android.package-archive')
      .header('accept-ranges', 'bytes')
      .header('content-length', last + 1 - from)
      .header('content-disposition', `attachment; filename="${row.package_name}-${row.version_code}.apk"`)
      .send(Readable.from(bytesOf(ports, { uploadId: id, chunks: row.chunks, size: row.size }, from, last + 1)))
  },
})
