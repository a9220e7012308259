/** Matches: made of what devices report, with the capture they belong to; somebody of a watched library opens an alarm. */
import sql from 'sql-template-tag'
import { FACE_MATCH } from '#devices/abilities/libraries.ts'
import { picturesOfEvents, raiseAlarm } from '#modules/devices/api.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { liveReaders } from '#server/liveReaders.ts'
import { handler, implement, retained } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { LIBRARY_KINDS } from './faceLibrary.noun.ts'
import { faceMatch } from './faceMatch.noun.ts'

const ENGINE = { role: 'engine' } as const
/** A match comes within this time of its capture. */
const BESIDE = sql`interval '10 minutes'`
const [WATCHED] = LIBRARY_KINDS.watched
const LEVELS = { alert: 1, urgent: 3 } as const

export const faceMatchHalf = implement(faceMatch, {
  async compute(ctx, rows) {
    const captures = await ctx.sql<{ id: string; photo_file: string | null }>(
      sql`select id, photo_file from devices.capture where id = any(${rows.map(row => row.captureId)}::bigint[])`,
    )
    const byId = new Map(captures.map(row => [row.id, row.photo_file]))
    const own = await picturesOfEvents(
      ctx.sql,
      rows.map(row => row.id),
    )
    const portraits = mayRead(ctx.user, 'person')
      ? await ctx.sql<{ id: string; portrait_file: string | null }>(
          sql`select id, portrait_file from people.person
            where id = any(${rows.map(row => row.personId)}::bigint[]) and deleted_at is null`,
        )
      : []
    for (const row of rows)
      Object.assign(row, {
        photoFile: (row.captureId && byId.get(row.captureId)) || (own.get(row.id)?.[0]?.file ?? null),
        portraitFile: portraits.find(one => one.id === row.personId)?.portrait_file ?? null,
      })
  },
})

interface Found {
  device_id: string
  device_class: string
  app_id: string | null
  source_id: string
  component: string
  kind: number
  urgent: boolean
  library_name: string
  person_no: string
  capture_id: string | null
  photo_file: string | null
  /** It says what is now, of a camera that compares with the library, and is as similar as that asks. */
  counts: boolean
}
const storeMatch = async (query: Query, factId: string): Promise<Found | undefined> =>
  (
    await query<Found>(
      sql`with found as (
          select e.*, l.id as library_id, l.name as library_name, l.kind, l.urgent,
            p.id as person_id, p.name as person_name, p.short_no,
            case when jsonb_typeof(e.params -> 'score') = 'number' then (e.params ->> 'score')::float8 end as score,
            c.id as capture_id, c.photo_file
          from devices.event e
          join vision.library l on l.app_id = e.app_id and l.no::text = e.params ->> 'libId'
          join people.person p on p.app_id = e.app_id and p.short_no::text = e.params ->> 'personId'
          left join lateral (select c.id, c.photo_file from devices.capture c where c.device_id = e.device_id
            and c.time between e.time - ${BESIDE} and e.time + ${BESIDE} and c.params ->> 'guid' = e.params ->> 'captureGuid'
            limit 1) c on true
          where e.id = ${factId} and e.identifier = ${FACE_MATCH}
        ), stored as (
          insert into vision.match (id, app_id, source_id, device_id, device_class, device_name, component, library_id,
            library_name, kind, person_id, person_name, score, capture_id, time, received_at)
          select id, app_id, source_id, device_id, device_class, device_name, component, library_id, library_name, kind,
            person_id, person_name, score, capture_id, time, received_at from found
          on conflict do nothing returning id
        )
        select f.device_id, f.device_class, f.app_id, f.source_id, f.component, f.kind, f.urgent, f.library_name,
          f.short_no::text as person_no, f.capture_id, f.photo_file, coalesce(f.late, false) = false and exists (
            select from vision.arming a where a.device_id = f.device_id and a.library_id = f.library_id
              and 'channel:' || a.channel_no = f.component and coalesce(f.score, 0) >= a.threshold) as counts
        from found f join stored s on s.id = f.id`,
    )
  )[0]

/** Alarms of one person at one camera are one as long as it is open. */
async function alarm(ports: Ports, query: Query, factId: string, found: Found): Promise<void> {
  const { id } = await raiseAlarm(ports, query, {
    ...{ deviceId: found.device_id, component: found.component, kind: `${FACE_MATCH}:${found.person_no}` },
    ...{ name: found.library_name, level: found.urgent ? LEVELS.urgent : LEVELS.alert },
    ...{ origin: 'rule', originName: found.library_name },
    pictures: found.photo_file ? [found.photo_file] : [],
  })
  await query(sql`update vision.match set alarm_id = ${id} where id = ${factId}`)
}

export const onMatch = handler({
  name: 'vision.match',
  on: ['fact.stored'],
  wantedBy: sql`select distinct d.app_id, d.device_class, ${FACE_MATCH} as identifier, null::text as stored
    from vision.library l join devices.device d on d.app_id = l.app_id`,
  async run(ports, { payload }) {
    const { factId, identifier } = payload as unknown as { factId: string; identifier: string }
    if (identifier !== FACE_MATCH) return
    const found = await ports.db.tx(ENGINE, async query => {
      const match = await storeMatch(query, factId)
      if (match?.counts && match.kind === WATCHED) await alarm(ports, query, factId, match)
      return match
    })
    if (found)
      ports.bus.publish('live', {
        ...{ type: 'faceMatch', appId: found.app_id, sourceId: found.source_id },
        ...{ deviceId: found.device_id, deviceClass: found.device_class, at: ports.now().toISOString() },
      })
  },
})

export const matchReaders = liveReaders('faceMatch', [faceMatch.key])

export const retainedMatches = retained({
  key: 'faceMatch',
  label: ['比对命中', 'Face matches'],
  table: 'vision.match',
  since: 'time',
  days: 180,
})
