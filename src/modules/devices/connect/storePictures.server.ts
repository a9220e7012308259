/** Stores the pictures of a fact apart from it; the event keeps their keys, and announced ones get an address. */
import type { PictureUpload } from '#model/gate.ts'
import { storedAs } from '#model/families.ts'
import type { Ports } from '#server/ports.ts'
import type { FoundPictures } from '../facts/pictureParams.rules.ts'
import { keepPicture, mayAnnounce, offerUpload, storeBytes, type PictureOwner } from '../facts/pictures.server.ts'
import type { FactRow } from '../facts/translate.rules.ts'
import { answerPortrait } from '../portrait/answerPortrait.server.ts'
import type { DeviceLog } from './deviceLog.server.ts'
import type { OpenLink } from './linkBook.server.ts'

interface Storing {
  ports: Ports
  log: DeviceLog
  /** Runs it again while the database is not available. */
  stored<T>(work: () => Promise<T>): Promise<T>
}
/** What the reply to the device says of them. */
interface Reply {
  uploads: PictureUpload[]
  misfits: string[]
}

const ownerOf = ({ deviceId }: OpenLink, { at_ms: atMs, key, family }: FactRow): PictureOwner => ({
  ...{ deviceId, atMs, key, family },
})

export async function storePictures(
  storing: Storing,
  entry: OpenLink,
  found: FoundPictures,
  fact: FactRow,
  reply: Reply,
): Promise<void> {
  if (entry.deviceClass.portraits?.event === fact.identifier) return storePortrait(storing, entry, found, fact, reply)
  const { ports } = storing
  for (const { name, bytes } of found.pictures) {
    // Passages and captures have the picture of what was seen in their row, because lists show it.
    const inRow = name === 'photo' && storedAs(fact.family) !== 'event'
    const file = inRow
      ? (fact.photo_file = await storeBytes(ports, bytes))
      : await storing.stored(() => keepPicture(ports, ownerOf(entry, fact), name, bytes))
    fact.params[name] = `file:${file}`
  }
  for (const name of found.announced) await announce(storing, entry, fact, name, reply)
}

async function announce(
  { ports, log, stored }: Storing,
  entry: OpenLink,
  fact: FactRow,
  name: string,
  { uploads }: Reply,
): Promise<void> {
  if (!(await stored(() => mayAnnounce(ports, entry.deviceId)))) return log.limited(entry, fact.identifier, name)
  const offered = await stored(() => offerUpload(ports, ownerOf(entry, fact), fact.identifier, name))
  if (offered) uploads.push(offered)
}

/** A portrait belongs to the account that requested it and not to the event; one without a request is refused by its name. */
async function storePortrait(
  storing: Storing,
  entry: OpenLink,
  found: FoundPictures,
  fact: FactRow,
  reply: Reply,
): Promise<void> {
  const answer = await storing.stored(() => answerPortrait(storing.ports, entry, found, fact))
  if (answer === 'announced') await announce(storing, entry, fact, entry.deviceClass.portraits!.photo, reply)
  if (answer === 'unasked') reply.misfits.push(...found.pictures.map(({ name }) => name), ...found.announced)
}
