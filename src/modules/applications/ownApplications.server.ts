/**
 * The applications that the caller may enter, judged by reach alone: accounts of an application know its name, zone and its
 * classes, also without the right to see applications (decision 0011).
 */
import sql, { empty, type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { text } from '#model/field.ts'
import type { Row } from '#model/row.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { isLimited } from '#server/auth/places.ts'
import { computeContributed } from '#server/crud/contributions.ts'
import type { Principal } from '#server/ctx.ts'
import { endpoint } from '#server/parts.ts'
import { application } from './application.noun.ts'
import { STATE } from './applications.server.ts'

const MOST = 30

const within = ({ apps, sources }: Principal): Sql => {
  if (apps instanceof Set) return sql`a.id = any(${[...apps]}::bigint[])`
  return apps === 'all' || sources === 'all' ? sql`true` : sql`a.source_id = any(${[...sources]}::bigint[])`
}

interface Own {
  id: string
  name: string
  industry: number
  zone: string
  deviceClasses: readonly string[]
  all: number
}

export const ownApplications = endpoint({
  method: 'GET',
  path: '/api/admin/user/applications',
  access: 'login',
  scope: 'engine',
  own: true,
  input: { id: text(['应用编号', 'Application'], { max: 19 }), name: text(['应用名称', 'Name'], { max: 50 }) },
  summary: [
    '当前用户可以进入的应用，最近创建的 30 个，可按编号或名称查找；设备数仅供有权查看应用的用户',
    'The applications that the present user may enter: the latest 30, by id or name; the number of devices only for users who may read applications',
  ],
  async run(ctx, { id, name }) {
    const { user } = ctx
    if (id && !isId(id)) return { total: 0, records: [] }
    // A closed one is not offered; a link to it still shows its name.
    const asked = id ? sql`and a.id = ${id}` : sql`and a.state <> ${STATE.closed}`
    const rows = await ctx.sql<Own>(
      sql`select a.id, a.name, a.industry, a.zone, a.device_classes as "deviceClasses", count(*) over ()::int as all
        from applications.application a
        where a.deleted_at is null and ${within(user)} ${asked}
        ${name?.trim() ? sql`and position(lower(${name.trim()}) in lower(a.name)) > 0` : empty}
        order by a.id desc limit ${MOST}`,
    )
    const records: Row[] = rows.map(({ all: _all, ...own }) => own)
    const counts = mayRead(user, application.key) && !isLimited(user)
    if (counts) await computeContributed(ctx, application, records)
    return {
      total: rows[0]?.all ?? 0,
      records: rows.map(({ all: _all, ...own }, at) => ({
        ...own,
        deviceCount: counts ? Number(records[at]!.deviceCount) : null,
      })),
    }
  },
})
