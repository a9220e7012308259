/** The displays of an application: their size, and what each shows now by its programmes. */
import sql from 'sql-template-tag'
import type { SentProgramme } from '#model/programme.ts'
import { answers, data } from '#server/describe/answers.ts'
import { count, id, many, maybe, shape, word, yes } from '#server/describe/shape.ts'
import { endpoint } from '#server/parts.ts'
import { programmes, displayClasses } from './ledProgramme.server.ts'

interface BoardRow {
  id: string
  name: string
  online: boolean
  rows: number | null
  cols: number | null
  color: number | null
  current: string | null
}

/** The size that the device reported, or else that of its model. */
export const boards = endpoint({
  method: 'GET',
  path: '/api/device/programme/boards',
  access: 'ledProgramme:list',
  scope: 'application',
  summary: ['显示屏的尺寸与当前节目', 'Displays: their size and what they show'],
  async run(ctx) {
    const rows = await ctx.sql<BoardRow>(
      sql`select d.id, d.name, coalesce(s.online, false) as online,
          coalesce((h.vals->>'rows')::int, (m.spec->>'rows')::int) as rows,
          coalesce((h.vals->>'cols')::int, (m.spec->>'cols')::int) as cols,
          (h.vals->>'color')::int as color, h.vals->>'current' as current
        from devices.device d
        left join devices.session s on s.device_id = d.id
        left join devices.shadow h on h.device_id = d.id and h.component = ''
        left join catalog.device_model m on m.id = d.model_id
        where d.app_id = ${ctx.appId} and d.deleted_at is null and d.device_class = any(${displayClasses(ctx.ports)})
        order by d.name, d.id limit 200`,
    )
    const held = await programmes.wanted(
      ctx.sql,
      rows.map(row => row.id),
      ctx.ports,
    )
    return rows.map(row => ({ ...row, programmes: held.get(row.id)!.content as readonly SentProgramme[] }))
  },
})

const LINE = shape({ text: word, color: maybe(count), mode: maybe(count), seconds: maybe(count) })
const PROGRAMME = shape({
  ...{ programmeId: id, name: word, lines: many(LINE), voice: maybe(word), priority: count },
  plan: maybe(
    shape({
      ...{ zone: word, closedDays: many(word) },
      week: maybe(many(shape({ weekday: count, from: word, to: word }))),
    }),
  ),
  offlineAfterS: maybe(count),
})
export const boardAnswers = answers({
  'GET /api/device/programme/boards': data(
    many(
      shape({
        ...{ id, name: word, online: yes, rows: maybe(count), cols: maybe(count), color: maybe(count) },
        ...{ current: maybe(word), programmes: many(PROGRAMME) },
      }),
    ),
  ),
})
