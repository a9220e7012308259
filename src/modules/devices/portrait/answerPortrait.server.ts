/**
 * What a device answers to a request for a portrait. The picture becomes a file of the account that asked, by the same checks
 * as one that it uploads; a picture without a request is not stored.
 */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import type { Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { removePicture, storePicture } from '#modules/content/api.ts'
import type { Ports } from '#server/ports.ts'
import type { OpenLink } from '../connect/linkBook.server.ts'
import type { FoundPictures } from '../facts/pictureParams.rules.ts'
import { digestOf } from '../facts/pictures.server.ts'
import type { FactRow } from '../facts/translate.rules.ts'
import { NO_PICTURE, problemOf } from './portrait.rules.ts'

const ENGINE = { role: 'engine' } as const

interface Asked {
  id: string
  userId: string
  appId: string
  sourceId: string
  deviceId: string
}
const ASKED = sql`r.id, r.user_id as "userId", r.app_id as "appId", r.source_id as "sourceId", r.device_id as "deviceId"`
const OPEN = sql`r.file is null and r.problem is null`

/**
 * The request that the event answers. The first event with its number within its time is the answer, and remains it when it is
 * sent again; another is none.
 */
async function askedBy(
  ports: Ports,
  { deviceId, appId, proven }: OpenLink,
  reference: unknown,
  fact: FactRow,
): Promise<(Asked & { ended: boolean }) | undefined> {
  if (!proven || !isId(reference)) return undefined
  const [at, key] = [new Date(fact.at_ms), sql`decode(${fact.key}, 'hex')`]
  const [asked] = await ports.db.query<Asked & { ended: boolean }>(
    ENGINE,
    sql`update devices.portrait r set at = ${at}, key = ${key}
      where r.id = ${reference} and r.device_id = ${deviceId} and r.app_id = ${appId} and r.until > ${ports.now()}
        and (r.at is null and ${OPEN} or r.at = ${at} and r.key = ${key})
      returning ${ASKED}, not (${OPEN}) as ended`,
  )
  return asked
}

/** Ends the request with a file or a problem, and tells whoever asked. False where it ended before, or its time is over. */
async function end(ports: Ports, { id, ...asked }: Asked, file: string | null, problem: Text | null): Promise<boolean> {
  const ended = await ports.db.query<{ id: string }>(
    ENGINE,
    sql`update devices.portrait r set file = ${file}, problem = ${problem && JSON.stringify(problem)}::jsonb
      where r.id = ${id} and ${OPEN} and r.until > ${ports.now()} returning r.id`,
  )
  const { userId, ...where } = asked
  if (ended.length)
    ports.bus.publish('live', {
      ...where,
      type: 'portrait',
      captureId: id,
      to: [userId],
      at: ports.now().toISOString(),
    })
  return ended.length > 0
}

async function keep(ports: Ports, asked: Asked, bytes: Uint8Array): Promise<void> {
  let file: string
  try {
    file = (await storePicture(ports, bytes, 'portrait', asked)).id
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await end(ports, asked, null, error.text)
    return
  }
  if (!(await end(ports, asked, file, null))) await removePicture(ports, file)
}

/**
 * Takes the event as an answer; repeatable. `announced`: its picture is too large for the message, and is to get an address;
 * `unasked`: it answers no request.
 */
export async function answerPortrait(
  ports: Ports,
  entry: OpenLink,
  found: FoundPictures,
  fact: FactRow,
): Promise<'taken' | 'announced' | 'unasked'> {
  const { reference, taken, photo, reason } = entry.deviceClass.portraits!
  const asked = await askedBy(ports, entry, fact.params[reference], fact)
  if (!asked) return 'unasked'
  const announced = found.announced.includes(photo)
  if (asked.ended) return 'taken'
  if (fact.params[taken] !== true && fact.params[taken] !== 1)
    await end(ports, asked, null, problemOf(entry.deviceClass, fact.params[reason]))
  else if (announced) return 'announced'
  else {
    const picture = found.pictures.find(one => one.name === photo)
    if (picture) await keep(ports, asked, picture.bytes)
    else await end(ports, asked, null, NO_PICTURE)
  }
  return 'taken'
}

/** A device refused the command. */
export async function refusePortrait(
  ports: Ports,
  entry: OpenLink,
  commandId: string,
  reason: string | null,
): Promise<void> {
  const [asked] = await ports.db.query<Asked>(
    ENGINE,
    sql`select ${ASKED} from devices.portrait r where r.command_id = ${commandId}`,
  )
  if (asked) await end(ports, asked, null, problemOf(entry.deviceClass, reason))
}

/** Takes what was sent to the address of a portrait, which is then used up. False where the address is of another picture. */
export async function fillPortrait(ports: Ports, token: string, bytes: Uint8Array): Promise<boolean> {
  const [asked] = await ports.db.query<Asked>(
    ENGINE,
    sql`with used as (
        delete from devices.picture p where p.upload_hash = ${digestOf(token)} and p.upload_until > ${ports.now()}
          and exists (select from devices.portrait r where r.device_id = p.device_id and r.at = p.at and r.key = p.key)
        returning p.device_id, p.at, p.key)
      select ${ASKED} from used join devices.portrait r on r.device_id = used.device_id and r.at = used.at and r.key = used.key`,
  )
  if (asked) await keep(ports, asked, bytes)
  return asked !== undefined
}
