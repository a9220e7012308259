/** Signs a code for the doors at which its holder may pass for the whole of its life, as far as their readers judge codes themselves. */
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import { invalidFields } from '#model/error.ts'
import { decide } from '#modules/access/decide.rules.ts'
import { identify, rightsOn } from '#modules/access/api.ts'
import type { Ctx } from '#server/ctx.ts'
import { DOORS_MOST, doorTag, USES_MOST, writeSigned } from './signedCode.server.ts'
import { judging, SIGNED_MOST_S, signingKey, touchReaders, WITHOUT_US } from './signingKey.server.ts'

export interface Signed {
  code: string
  nonce: Buffer
  doors: number
}
interface Asked {
  personId: string
  /** Null for every door that the person may pass. */
  doorIds: readonly string[] | null
  /** Null for now. */
  from: Date | null
  until: Date
  mostUses: number | null
}
interface DoorRow {
  id: string
  no: number
  device_id: string
  sn: string
  mode: number | null
  zone: string | null
}
const MINUTE_MS = 60_000
/** A reader's clock may be behind by as much; that opens nothing early, because the code does not exist before it is issued. */
const CLOCK_S = 60

/** Doors with a right of the person whose readers judge codes themselves. */
const readersWith = (ctx: Ctx, { personId, doorIds }: Asked): Promise<DoorRow[]> =>
  ctx.sql<DoorRow>(
    sql`select distinct c.id, c.no, c.device_id, d.sn, a.zone, (p.vals ->> 'mode')::int as mode
      from access.group_person gp join access.group_door gd on gd.group_id = gp.group_id
      join devices.component c on c.id = gd.component_id
      join devices.device d on d.id = c.device_id and d.deleted_at is null
      join devices.shadow s on s.device_id = d.id and s.component = ''
      join applications.application a on a.id = d.app_id
      left join devices.shadow p on p.device_id = d.id and p.component = c.kind || ':' || c.no
      where gp.person_id = ${personId} and d.app_id = ${ctx.appId} and d.device_class = any(${judging(ctx.ports)})
        and s.vals ->> 'mode' = any(${WITHOUT_US})
        and (${doorIds}::bigint[] is null or c.id = any(${doorIds}::bigint[]))
      order by c.id`,
  )

/** The doors at which the rules let the person pass in every minute of that time. */
async function allowedThroughout(ctx: Ctx, asked: Asked, shortNo: string): Promise<DoorRow[]> {
  const person = await identify(ctx.sql, ctx.appId!, { personId: shortNo })
  const [fromMs, untilMs] = [(asked.from ?? ctx.now).getTime(), asked.until.getTime()]
  // Doors of one group have the same rights, which are judged once.
  const judged = new Map<string, boolean>()
  const allowed: DoorRow[] = []
  for (const door of await readersWith(ctx, asked)) {
    const rights = ((await rightsOn(ctx.sql, door.device_id, [asked.personId])).get(asked.personId) ?? []).filter(
      right => right.doorNo === door.no,
    )
    const mayAt = (ms: number): boolean =>
      decide(person, rights, door.mode ?? undefined, new Date(ms).toISOString(), door.zone ?? DEFAULT_ZONE).allow
    const same = JSON.stringify([rights, door.mode])
    let may = judged.get(same)
    if (may === undefined) {
      may = mayAt(untilMs)
      for (let ms = fromMs; may && ms < untilMs; ms += MINUTE_MS) may = mayAt(ms)
      judged.set(same, may)
    }
    if (may) allowed.push(door)
    if (allowed.length === DOORS_MOST) break
  }
  return allowed
}

/** Null when there is no such door; then the code is only looked up. */
export async function signIfPossible(ctx: Ctx, asked: Asked): Promise<Signed | null> {
  const [person] = await ctx.sql<{ short_no: string }>(
    sql`select short_no from people.person where id = ${asked.personId} and deleted_at is null`,
  )
  const doors = person ? await allowedThroughout(ctx, asked, person.short_no) : []
  if (!doors.length) return null
  const key = await signingKey(ctx.ports, ctx.sql, ctx.appId!, ctx.user.userId)
  await touchReaders(ctx.ports, ctx.sql, ctx.appId!, 'unknown')
  const nonce = randomBytes(16)
  const code = writeSigned(
    {
      ...{ keyNo: key.no, nonce, uses: asked.mostUses ?? 0, shortNo: person!.short_no },
      fromS: Math.floor((asked.from ?? ctx.now).getTime() / 1000) - (asked.from ? 0 : CLOCK_S),
      untilS: Math.floor(asked.until.getTime() / 1000),
      doors: doors.map(door => doorTag(door.sn, door.no)),
    },
    key.privateKey,
  )
  return { code, nonce, doors: doors.length }
}

/** Refuses what cannot be signed, with the field and the reason. */
export async function signForDoors(ctx: Ctx, asked: Asked): Promise<Signed> {
  const lastsS = (asked.until.getTime() - (asked.from ?? ctx.now).getTime()) / 1000
  if (lastsS > SIGNED_MOST_S)
    throw invalidFields([
      { field: 'validTo', text: ['断网可用的码最长 8 小时', 'Without network it lasts at most 8 hours'] },
    ])
  if ((asked.mostUses ?? 0) > USES_MOST)
    throw invalidFields([
      { field: 'mostUses', text: [`断网可用的码最多 ${USES_MOST} 次`, `Without network at most ${USES_MOST} uses`] },
    ])
  const signed = await signIfPossible(ctx, asked)
  if (signed) return signed
  throw invalidFields([
    {
      field: 'offline',
      text: [
        '没有这样的门：读头为离线或混合模式，且此人在整个时段内都可通行',
        'There is no door with a reader in offline or mixed mode that the person may pass for all of that time',
      ],
    },
  ])
}
