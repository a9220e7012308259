/** The people of libraries and how far they are on the devices whose cameras compare with these. */
import sql from 'sql-template-tag'
import { mayRead } from '#server/auth/mayRead.ts'
import { listView } from '#server/crud/listView.ts'
import type { Row } from '#model/row.ts'
import { endpoint, implement } from '#server/parts.ts'
import { failureText } from '#modules/sync/api.ts'
import { FAILURES } from '#modules/sync/outcome.rules.ts'
import { heldFace } from './faceArming.noun.ts'
import { FACE, membersOf } from './members.server.ts'

export const heldFaceHalf = implement(heldFace)

const ROWS = sql`select p.id || '-' || d.id as id, p.id as person_id, p.name as person_name, d.id as device_id,
    d.name as device_name, d.device_class, string_agg(distinct l.name, '、') as library_names,
    max(e.code) as code, max(e.message) as message,
    case when bool_or(f.device_id is not null) then 'sending'
      when p.face_state <> 2 or p.portrait_digest is null then 'noPortrait'
      when bool_or(e.kind = any(${FAILURES}::text[])) then 'failed'
      when bool_or(e.device_id is not null or o.put_seq < s.seq) then
        case when bool_or(n.online) then 'queued' else 'waiting' end
      else 'confirmed' end as state
  from vision.arming a join devices.device d on d.id = a.device_id and d.deleted_at is null
  join vision.library l on l.id = a.library_id
  join ${membersOf(sql`select library_id from vision.arming`)} m on m.library_id = l.id
  join people.person p on p.id = m.person_id
  left join devices.session n on n.device_id = d.id
  left join sync.flight f on f.device_id = d.id and f.item = 'face' and f.subject_kind = ${FACE} and f.subject_id = p.id
  left join sync.exception e on e.device_id = d.id and e.item = 'face' and e.subject_kind = ${FACE}
    and e.subject_id = p.id
  left join sync.follow o on o.device_id = d.id and o.item = 'face' and o.group_id = l.id
  left join sync.member s on s.group_id = l.id and s.subject_kind = ${FACE} and s.subject_id = p.id
  group by p.id, d.id`

export const heldFacePage = endpoint({
  method: 'GET',
  path: '/api/vision/held/page',
  access: 'heldFace:list',
  scope: 'application',
  summary: ['库内人员在各设备上的下发情况', 'The people of libraries and their delivery to each device'],
  async run(ctx, input) {
    const page = await listView<Row & { code: number | null; message: string | null }>(ctx, heldFace, input, {
      ...{ rows: ROWS, more: ['state', 'code', 'message'], order: sql`t.device_name, t.person_name, t.id` },
    })
    const named = mayRead(ctx.user, 'faceLibrary')
    const records = page.records.map(({ code, message, ...row }) => ({
      ...row,
      libraryNames: named ? row.libraryNames : null,
      message: message && failureText(code, message, ctx.language),
    }))
    return { ...page, records }
  },
})
