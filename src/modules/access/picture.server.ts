/** Serves pictures to users who may see a row that refers to them: people, passages and uploads. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { FAMILIES } from '#model/families.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { inPlaces, limitedIn } from '#server/auth/places.ts'
import type { Principal } from '#server/ctx.ts'
import { seesSource } from '#server/http/scope.ts'
import { raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const

interface Held {
  source_id: string
  app_id: string | null
  owner_id: string | null
  noun: string | null
  device_id: string | null
}

/** The noun of the event or the command whose picture it is. */
const NOUN_OF_FAMILY = sql`case family when ${FAMILIES.passage.wire} then 'passRecord'
  when ${FAMILIES.capture.wire} then 'deviceCapture'
  when ${FAMILIES.operation.wire} then 'deviceOperation' else case when family is null then 'command' else 'deviceEvent' end end`

/**
 * The row that refers to a picture decides who sees it: its organisation, its application and the permission points of
 * its noun. A picture without a row is visible only to its uploader.
 */
async function seesPicture(ports: Ports, user: Principal, id: string): Promise<boolean> {
  const held = await ports.db.query<Held>(
    ENGINE,
    sql`select source_id, app_id, null::bigint as owner_id, 'person' as noun, null::bigint as device_id
      from people.person
      where portrait_file = ${id} and deleted_at is null
      union all select source_id, app_id, null::bigint, 'passRecord', device_id from devices.passage
        where photo_file = ${id}
      union all select source_id, app_id, null::bigint, 'deviceCapture', device_id from devices.capture
        where photo_file = ${id}
      union all select source_id, app_id, null::bigint, ${NOUN_OF_FAMILY}, device_id from devices.picture
        where file = ${id}
      union all select source_id, app_id, null::bigint, 'deviceAlarm', device_id from devices.alarm
        where pictures ? ${id} and origin = 1
      union all select source_id, app_id, owner_id, noun, null::bigint from engine.file where id = ${id}`,
  )
  const [first] = held.filter(one => one.noun !== null)
  if (!first) return held.some(one => one.owner_id === user.userId)
  const inSight =
    user.apps === 'all' ||
    (user.apps === 'source' ? seesSource(user, first.source_id) : first.app_id !== null && user.apps.has(first.app_id))
  return inSight && mayRead(user, first.noun!) && (!limitedIn(user, first.app_id) || (await inReach(ports, user, held)))
}

/** For an account that is limited to places: pictures of people, and those of devices that are there now. */
async function inReach(ports: Ports, user: Principal, held: readonly Held[]): Promise<boolean> {
  if (held.some(one => one.noun === 'person' && mayRead(user, 'person'))) return true
  const [first] = held.filter(one => one.device_id !== null && mayRead(user, one.noun!))
  if (!first) return false
  const found = await ports.db.query(
    ENGINE,
    sql`select 1 from devices.device d where d.id = ${first.device_id} and d.app_id = ${first.app_id}
      ${inPlaces(user, first.app_id)}`,
  )
  return found.length > 0
}

const KINDS = ['capture', 'portrait', 'image'] as const

export const picture = raw({
  method: 'GET',
  path: '/api/admin/sys-file/:id',
  access: 'login',
  places: true,
  summary: ['查看图片，须有权查看引用它的记录', 'A picture, for callers who may see a row that refers to it'],
  async handle(ports, request, reply) {
    const { id } = request.params as { id: string }
    const user = request.user!
    if (!/^[A-Za-z0-9_-]{22}$/.test(id)) throw new Refusal('not_found')
    if (!(await seesPicture(ports, user, id))) throw new Refusal('not_found')
    const sealed = await ports.files.get(id)
    if (!sealed) throw new Refusal('not_found')
    for (const kind of KINDS) {
      try {
        const bytes = ports.vault.open(sealed, `file|${kind}`)
        return (
          reply
            .type(bytes[0] === 0x89 ? 'image/png' : 'image/jpeg')
            .header('content-disposition', 'inline')
            // When the address is opened directly, the browser must treat it as a picture only.
            .header('content-security-policy', "sandbox; default-src 'none'")
            .header('cache-control', 'private, max-age=300')
            .send(bytes)
        )
      } catch {
        /* sealed for another table */
      }
    }
    throw new Refusal('not_found')
  },
})
