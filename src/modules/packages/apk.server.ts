/**
 * Packages: values of the manifest cannot be overridden, an offered package cannot be removed, and installed versions
 * are those reported by terminals.
 */
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Input, Row } from '#model/row.ts'
import { implement } from '#server/parts.ts'
import { apk } from './apk.noun.ts'
import { removeChunks } from './apkChunks.server.ts'
import { APPS_REPORTED, linkTo, offerFor, order, originOf } from './apkOffer.server.ts'
import { uploadOf } from './apkUpload.server.ts'

const SAID = [
  ['packageName', 'packageName'],
  ['versionName', 'versionName'],
  ['versionCode', 'versionCode'],
] as const

/** The upload with the file of a new row. */
const chunks = new WeakMap<object, string>()

async function takeUpload(ctx: Ctx, values: Input): Promise<void> {
  const upload = await ctx.ports.db.tx({ role: 'engine' }, query => uploadOf(query, values.uploadId, ctx.user.userId))
  if (!upload.finished) throw invalidFields([{ field: 'uploadId', text: ['文件没有传完', 'The file is incomplete'] }])
  const wrong = SAID.filter(([field, name]) => {
    const value = upload.manifest?.[name] ?? null
    return value !== null && value !== values[field]
  })
  if (wrong.length)
    throw invalidFields(
      wrong.map(([field, name]) => ({
        field,
        text: [
          `与安装包内的不一致：${upload.manifest![name]}`,
          `The package itself contains ${upload.manifest![name]}`,
        ] as const,
      })),
    )
  Object.assign(values, {
    id: upload.id,
    size: upload.size,
    md5: upload.md5,
    sha256: upload.sha256,
    minSdk: upload.manifest?.minSdk ?? null,
  })
  chunks.set(values, JSON.stringify(upload.chunks))
}

async function oneOf(ctx: Ctx, id: unknown): Promise<{ id: string; package_name: string; version_code: number }> {
  const [row] = await ctx.sql<{ id: string; package_name: string; version_code: number }>(
    sql`select id, package_name, version_code from packages.apk where id = ${String(id)}`,
  )
  if (!row) throw new Refusal('not_found')
  return row
}

interface Install {
  deviceId: string
  sn: string
  name: string
  appName: string | null
  online: boolean
  versionName: string | null
  versionCode: string
  progress: {
    packageName?: unknown
    versionCode?: unknown
    stage?: unknown
    percent?: unknown
    reason?: unknown
  } | null
  commandState: number | null
  commandMessage: string | null
  at: string | null
}
const COMMAND_STAGES = ['queued', 'sent', 'sent', 'taken', 'refused', 'silent', 'cancelled']

/** What the terminal itself reports about this version has priority over the result of the command. */
function stageOf(
  row: Install,
  code: number,
  packageName: string,
): { stage: string; percent: number | null; reason: string | null } {
  const has = Number(row.versionCode)
  if (has >= code) return { stage: has === code ? 'installed' : 'newer', percent: null, reason: null }
  const { progress } = row
  if (
    progress &&
    progress.packageName === packageName &&
    progress.versionCode === code &&
    typeof progress.stage === 'string'
  )
    return {
      stage: progress.stage,
      percent: typeof progress.percent === 'number' ? progress.percent : null,
      reason: typeof progress.reason === 'string' ? progress.reason : null,
    }
  return row.commandState === null
    ? { stage: 'waiting', percent: null, reason: null }
    : { stage: COMMAND_STAGES[row.commandState] ?? 'waiting', percent: null, reason: row.commandMessage }
}

export const apkHalf = implement(apk, {
  async beforeWrite(ctx, values, before) {
    if (!before) await takeUpload(ctx, values)
    if (before?.state === 3) throw new Refusal('wrong_state', { text: ['已撤回，不能修改', 'It was withdrawn'] })
    values.grayPercent ??= before?.grayPercent ?? 0
  },
  columns: (_ctx, _id, values) => [['chunks', chunks.get(values)]],
  async afterWrite(ctx, row, before) {
    if (before) return
    const forget = sql`delete from packages.upload where id = ${row.id}`
    ctx.sql.afterCommit(() => void ctx.ports.db.query({ role: 'engine' }, forget).catch(() => {}))
  },
  async onMove(ctx, move, row) {
    if (move === 'gray' && !row.grayPercent && !String(row.graySns ?? '').trim())
      throw invalidFields([
        { field: 'grayPercent', text: ['请先编辑灰度比例或灰度终端', 'Say first which terminals try it'] },
      ])
    if (move === 'gray' || move === 'publish')
      await ctx.sql(sql`update packages.apk set published_at = coalesce(published_at, ${ctx.now}) where id = ${row.id}`)
  },
  async beforeRemove(ctx, row) {
    if (row.state === 1 || row.state === 2)
      throw new Refusal('wrong_state', { text: ['请先撤回', 'Withdraw it first'] })
    const [stored] = await ctx.sql<{ chunks: string[] }>(sql`select chunks from packages.apk where id = ${row.id}`)
    ctx.sql.afterCommit(() => void removeChunks(ctx.ports, stored?.chunks ?? []))
  },
  async compute(ctx, rows) {
    const names = [...new Set(rows.map(row => row.packageName))]
    const counts = await ctx.sql<{ package_name: string; version_code: string; n: number }>(
      sql`select package_name, version_code, count(*)::int as n from (${APPS_REPORTED}) r where package_name = any(${names}) group by 1, 2`,
    )
    for (const row of rows) {
      const own = counts.filter(count => count.package_name === row.packageName)
      row.targets = own.reduce((sum, count) => sum + count.n, 0)
      row.installed = own
        .filter(count => Number(count.version_code) === row.versionCode)
        .reduce((sum, { n }) => sum + n, 0)
    }
  },
  actions: {
    async installs(ctx, input) {
      const one = await oneOf(ctx, input.id)
      const rows = await ctx.sql<Install>(sql`
        select r.device_id as "deviceId", r.sn, r.name, ap.name as "appName", coalesce(s.online, false) as online,
        r.version_name as "versionName", r.version_code as "versionCode",
          r.progress, c.state as "commandState", c.message as "commandMessage",
          greatest(r.changed_at, c.queued_at) as at
        from (${APPS_REPORTED}) r left join devices.session s on s.device_id = r.device_id
        left join applications.application ap on ap.id = r.app_id
        left join lateral (select state, message, queued_at from devices.command c
        where c.origin = 'sync' and c.origin_id = ${originOf(one.id)} and c.device_id = r.device_id order by c.id desc
        limit 1) c
        on true
        where r.package_name = ${one.package_name} order by r.sn limit 1000`)
      return rows.map(({ progress: _progress, commandState: _state, commandMessage: _message, ...row }, at) => ({
        ...row,
        id: row.deviceId,
        versionCode: Number(row.versionCode),
        ...stageOf(rows[at]!, one.version_code, one.package_name),
      }))
    },
    async link(ctx, input) {
      const one = await oneOf(ctx, input.id)
      await ctx.audit({ action: 'link', object: 'apk', objectId: one.id, objectName: one.package_name })
      return linkTo(ctx.ports, one.id)
    },
    async push(ctx, input) {
      const one = await oneOf(ctx, input.id)
      return ctx.ports.db.tx({ role: 'engine' }, async query => {
        const offer = await offerFor(query, input.deviceId, one.package_name)
        if (offer?.id !== one.id)
          throw new Refusal('wrong_state', {
            text: [
              '此终端不在该版本的发布范围，或已是更高版本',
              'It is not offered to this terminal, or that has a higher one',
            ],
          })
        const id = await order(ctx.ports, query, offer, { userId: ctx.user.userId, userName: ctx.user.nickname })
        return { commandId: id }
      })
    },
  },
})
