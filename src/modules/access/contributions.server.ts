/** What access adds to people and devices: their rights and how far these are on devices, content of passages, and who lets go of a freed device. */
import sql from 'sql-template-tag'
import { isFactWithoutContent } from '#modules/devices/api.ts'
import { device } from '#modules/devices/stock/device.noun.ts'
import { deviceLog } from '#modules/devices/facts/facts.noun.ts'
import { person } from '#modules/people/person.noun.ts'
import type { Row } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import { contributes } from '#server/parts.ts'

export const deviceDoors = contributes(device, {
  on: {
    async unbound(ctx, { deviceId }) {
      await ctx.sql(sql`delete from access.group_door where device_id = ${deviceId}`)
    },
  },
})

export const passageContent = contributes(deviceLog, {
  async compute(ctx, rows) {
    const lines = rows.filter(isFactWithoutContent)
    if (!lines.length) return
    const facts = await ctx.sql<{ id: string; params: unknown }>(
      sql`select id, params from access.passage where id = any(${lines.map(row => row.id)}::bigint[])`,
    )
    for (const row of lines) row.content = facts.find(fact => fact.id === row.id)?.params ?? null
  },
})

const BLOCKED = 5
const FACE_ACCEPTED = 2
const SYNC = { none: 0, done: 1, sending: 2, failed: 3, missing: 4 } as const

interface Rights {
  id: string
  groups: string | null
  doors: number
  /** Devices that keep people, and those that keep cards. */
  faces: number
  readers: number
  failed: number
  flying: number
  open: boolean
}

/** How far a person's rights are on devices, in one word; the page of rights says it for each door. */
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
      [...ctx.ports.classes.values()].filter(one => one.holds[0]?.item === item).map(one => one.key)
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
        where m.person_id = p.id and m.seq > f.put_seq) as open,
        (select count(*)::int from sync.exception e
        where e.person_id = p.id and e.kind in ('refused', 'full', 'busy', 'lost')) as failed,
        (select count(*)::int from sync.flight f where f.person_id = p.id) as flying
      from unnest(${rows.map(row => row.id)}::bigint[]) as p(id)`)
    for (const row of rows) {
      const rights = found.find(one => one.id === row.id)
      if (rights)
        Object.assign(row, { groupNames: rights.groups, doorCount: rights.doors, sync: syncOf(ctx, row, rights) })
    }
  },
})
