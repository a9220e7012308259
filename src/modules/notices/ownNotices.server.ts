/** The notices of the caller; those of other accounts cannot be read. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { translate } from '#base/text.ts'
import { invalidFields } from '#model/error.ts'
import { text } from '#model/field.ts'
import { endpoint, retained } from '#server/parts.ts'
import type { OwnNotice, OwnNotices } from './ownNotices.ts'

const PATH = '/api/notice'
const SHOWN = 30

export const ownNotices = endpoint({
  method: 'GET',
  path: PATH,
  access: 'login',
  places: true,
  scope: 'engine',
  own: true,
  summary: [
    `调用者最近的${SHOWN}条通知，以及未读数`,
    `The ${SHOWN} newest notices of the caller, and how many are unread`,
  ],
  async run(ctx): Promise<OwnNotices> {
    const rows = await ctx.sql<OwnNotice & { kind: string | null }>(
      sql`select n.id, n.app_id as "appId", n.device_id as "deviceId", d.device_class as "deviceClass",
          d.name as "deviceName", n.at, n.title, n.body, n.origin, n.origin_id as "originId",
          n.read_at as "readAt", n.link, a.kind
        from notices.notice n left join devices.device d on d.id = n.device_id and d.app_id = n.app_id
        left join devices.alarm a on n.origin = 'alarm' and a.id = n.origin_id
        where n.account_id = ${ctx.user.userId} order by n.id desc limit ${SHOWN}`,
    )
    const [counted] = await ctx.sql<{ unread: number }>(
      sql`select count(*)::int as unread from notices.notice
        where account_id = ${ctx.user.userId} and read_at is null`,
    )
    const notices = rows.map(({ kind, ...notice }) => {
      // An alarm has the name of its event, in the language of the reader.
      const label = ctx.ports.classes.get(notice.deviceClass ?? '')?.events[kind ?? '']?.label
      return label ? { ...notice, title: translate(label, ctx.language) } : notice
    })
    return { unread: counted!.unread, notices }
  },
})

export const readNotices = endpoint({
  method: 'PUT',
  path: `${PATH}/read`,
  access: 'login',
  places: true,
  scope: 'engine',
  own: true,
  summary: ['将不晚于 `upTo` 的通知标为已读', 'Marks the notices of the caller up to `upTo` as read'],
  input: { upTo: text(['通知', 'Notice'], { required: true, max: 20 }) },
  async run(ctx, { upTo }) {
    if (!isId(upTo)) throw invalidFields([{ field: 'upTo', text: ['通知有误', 'No such notice'] }])
    await ctx.sql(
      sql`update notices.notice set read_at = ${ctx.now}
        where account_id = ${ctx.user.userId} and read_at is null and id <= ${upTo}`,
    )
    return true
  },
})

export const retainedNotices = retained({
  key: 'notice',
  label: ['通知', 'Notices'],
  table: 'notices.notice',
  since: 'at',
  days: 90,
})
