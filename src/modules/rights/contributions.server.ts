/** What rights add to groups and people: the progress of delivery; and it follows each change of a group. */
import sql from 'sql-template-tag'
import { authGroup } from '#modules/access/access.noun.ts'
import { person } from '#modules/people/person.noun.ts'
import type { Row } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import { contributes, handler } from '#server/parts.ts'
import {
  beginGroup,
  retryDeliveries,
  setFollowers,
  touchGroup,
  touchMembers,
  touchSubjects,
  type Group,
} from '#modules/sync/api.ts'
import { FAILURES } from '#modules/sync/outcome.rules.ts'
import { PERSON } from './person.server.ts'
import { progressOf, type Progress } from './progress.server.ts'

/** The data of access about a changed group. */
interface About {
  group: Group
  groupId: string
  personIds: readonly string[]
  deviceIds: readonly string[]
}

export const groupDelivery = contributes(authGroup, {
  async compute(ctx, rows) {
    for (const row of rows)
      row.delivery = deliveryWords(ctx, await progressOf(ctx.sql, ctx.ports.classes, ctx.now, { groupId: row.id }))
  },
  on: {
    async began(ctx, about) {
      await beginGroup(ctx.sql, (about as unknown as About).group)
    },
    async changed(ctx, about) {
      await touchGroup(ctx.sql, (about as unknown as About).groupId)
    },
    async doors(ctx, about) {
      const { group, deviceIds } = about as unknown as About
      await setFollowers(ctx.sql, ctx.ports.classes, group, deviceIds)
    },
    async joined(ctx, about) {
      const { groupId, personIds } = about as unknown as About
      await touchMembers(ctx.sql, groupId, PERSON, personIds, false)
    },
    async left(ctx, about) {
      const { groupId, personIds } = about as unknown as About
      await touchMembers(ctx.sql, groupId, PERSON, personIds, true)
    },
    retry: (ctx, about) => retryDeliveries(ctx, { groupId: (about as unknown as About).groupId }),
  },
})

/** The progress of a group's delivery, in the caller's language. */
function deliveryWords(ctx: Ctx, progress: Progress): string {
  const english = ctx.language === 'en'
  const parts = [
    [progress.failed, '失败', 'failed'],
    [progress.sending, '下发中', 'on their way'],
    [progress.waiting, '待上线', 'wait for devices'],
    [progress.missing, '缺照片或卡号', 'without portrait or card'],
    [progress.clockOff, '设备时钟偏差', 'device clock off'],
  ] as const
  const open = parts.filter(([n]) => n > 0).map(([n, zh, en]) => (english ? `${n} ${en}` : `${zh} ${n}`))
  const { total } = progress
  return open.length ? open.join(' · ') : total ? (english ? `all ${total} confirmed` : `全部 ${total} 项已确认`) : '—'
}

const BLOCKED = 5
const FACE_ACCEPTED = 2
const SYNC = { none: 0, done: 1, sending: 2, failed: 3, missing: 4 } as const

interface Rights {
  id: string
  groups: string | null
  doors: number
  /** Devices that store people, and those that store cards. */
  faces: number
  readers: number
  failed: number
  flying: number
  open: boolean
}

/** The delivery state of all rights of a person, in one word; the page of rights shows each door. */
function syncOf(ctx: Ctx, row: Row, { failed, flying, open, faces, readers }: Rights): number {
  if (failed) return SYNC.failed
  if (flying || open) return SYNC.sending
  const over = typeof row.validTo === 'string' && Date.parse(row.validTo) < ctx.now.getTime()
  if (row.state !== 0 || row.personType === BLOCKED || over || faces + readers === 0) return SYNC.none
  const cards = row.cards as readonly string[]
  return (faces && row.faceState !== FACE_ACCEPTED) || (readers && !cards.length) ? SYNC.missing : SYNC.done
}

export const personRights = contributes(person, {
  async compute(ctx, rows) {
    const keeping = (item: string): string[] =>
      [...ctx.ports.classes.values()].filter(one => one.sets.some(set => set.item === item)).map(one => one.key)
    const found = await ctx.sql<Rights>(sql`
      select p.id,
        (select string_agg(g.name, ${ctx.language === 'en' ? ', ' : '、'} order by g.name) from access.group_person gp
        join access.auth_group g on g.id = gp.group_id and g.deleted_at is null where gp.person_id = p.id) as groups,
        (select count(distinct gd.component_id)::int from access.group_person gp
        join access.group_door gd on gd.group_id = gp.group_id where gp.person_id = p.id) as doors,
        (select count(distinct gd.device_id)::int from access.group_person gp
        join access.group_door gd on gd.group_id = gp.group_id join devices.device d on d.id = gd.device_id
          where gp.person_id = p.id and d.device_class = any(${keeping('person')})) as faces,
        (select count(distinct gd.device_id)::int from access.group_person gp
        join access.group_door gd on gd.group_id = gp.group_id join devices.device d on d.id = gd.device_id
          where gp.person_id = p.id and d.device_class = any(${keeping('card')})) as readers,
        exists (select from sync.member m join sync.follow f on f.group_id = m.group_id
        where m.subject_kind = ${PERSON} and m.subject_id = p.id and m.seq > f.put_seq) as open,
        (select count(*)::int from sync.exception e
        where e.subject_kind = ${PERSON} and e.subject_id = p.id and e.kind = any(${FAILURES as string[]})) as failed,
        (select count(*)::int from sync.flight f
        where f.subject_kind = ${PERSON} and f.subject_id = p.id) as flying
      from unnest(${rows.map(row => row.id)}::bigint[]) as p(id)`)
    for (const row of rows) {
      const rights = found.find(one => one.id === row.id)
      if (rights)
        Object.assign(row, { groupNames: rights.groups, doorCount: rights.doors, sync: syncOf(ctx, row, rights) })
    }
  },
})

/** People who changed or were removed: the devices that store them check them again. */
export const personChanged = handler({
  name: 'rights.person',
  on: ['person.changed', 'person.gone'],
  run: (ports, event) =>
    ports.db.tx({ role: 'engine' }, async query => {
      const { personId } = event.payload as { personId: string }
      const [person] = await query<{ barred: boolean }>(
        sql`select deleted_at is not null or state <> 0 or person_type = 5
          or coalesce(valid_to < now(), false) as barred
          from people.person where id = ${personId} for share`,
      )
      // A person who may no longer pass is a revocation, which has priority.
      await touchSubjects(query, PERSON, [personId], person?.barred ?? true)
    }),
})
