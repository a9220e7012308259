/** What a terminal uploads, table by table: what is to be stored, how many records were taken, and what could not be. */
import type { DeviceMessage } from '#model/message.ts'
import { fieldsOf, linesOf, optionsOf, type Fields } from './records.ts'
import {
  readAttLog,
  readOperLog,
  readRtlog,
  readRtstate,
  readTransaction,
  type From,
  type ReadLine,
  type WrongLine,
} from './readPassages.ts'
import type { ZkCall } from './readCall.ts'

/** A picture that was taken of somebody at the terminal, at the time and of the person in its name. */
export interface Taken {
  /** `20261127085323-1452` */
  name: string
  photo: string
}
export interface Upload {
  messages: DeviceMessage[]
  /** Records that were taken. */
  count: number
  wrong: ReadonlySet<WrongLine | 'picture' | 'table'>
  /** What the terminal says of itself. */
  options?: Fields
  pictures: Taken[]
  answer: string
}

const READERS: Readonly<Record<string, (line: string, from: From) => ReadLine>> = {
  attlog: readAttLog,
  operlog: readOperLog,
  rtlog: readRtlog,
  rtstate: line => readRtstate(line),
  transaction: readTransaction,
}
/** Tables of what people enrolled at the terminal: they are ours to decide, so nothing of them is taken over. */
const ENROLLED = new Set([
  'user',
  'userpic',
  'biophoto',
  'biodata',
  'templatev10',
  'identitycard',
  'mulcarduser',
  'idcard',
])
/** Tables that say nothing to us, and are only counted. */
const COUNTED = new Set(['errorlog', 'deviceauthorize', 'testdata', 'irstate', 'extuser'])

export function readUpload({ query, text, binary }: ZkCall, from: From): Upload {
  const table = (query.get('table') ?? '').toLowerCase()
  const named = (query.get('tablename') ?? '').toLowerCase()
  const upload: Upload = { messages: [], count: 0, wrong: new Set(), pictures: [], answer: 'OK' }
  if (table === 'options') return { ...upload, options: optionsOf(text) }
  if (table === 'attphoto') return attPhoto(upload, text, binary)
  const isNamed = table === 'tabledata'
  const of = isNamed ? named : table
  const lines = linesOf(text)
  const answered = (count: number): string =>
    isNamed ? `${named}=${count}` : table === 'attlog' || table === 'operlog' ? `OK: ${count}` : 'OK'
  if (of === 'attphoto') return tableOfPhotos(upload, lines, answered)
  if (ENROLLED.has(of) || COUNTED.has(of)) return { ...upload, count: lines.length, answer: answered(lines.length) }
  const read = READERS[of]
  if (!read) return { ...upload, wrong: new Set(['table']) }
  const wrong = new Set<WrongLine>()
  let count = 0
  for (const line of lines) {
    const one = read(line, from)
    if ('wrong' in one) wrong.add(one.wrong)
    else {
      count += 1
      upload.messages.push(...one.messages)
    }
  }
  return { ...upload, count, wrong, answer: answered(count) }
}

/** `PIN=20261127085323-1452.jpg⏎SN=…⏎size=…⏎CMD=uploadphoto` and the bytes behind a NUL (attendance). */
function attPhoto(upload: Upload, text: string, binary: Buffer): Upload {
  const fields = optionsOf(text)
  const name = nameOf(fields.get('pin'))
  if (name === null || binary.length === 0) return { ...upload, wrong: new Set(['picture']) }
  return { ...upload, count: 1, pictures: [{ name, photo: binary.toString('base64') }], answer: 'OK' }
}

/** `ATTPHOTO pin=…⇥filename=…⇥size=…⇥content=…` (10.9). */
function tableOfPhotos(upload: Upload, lines: readonly string[], answered: (count: number) => string): Upload {
  const pictures = lines.flatMap((line): Taken[] => {
    const fields = fieldsOf(line, 'attphoto')
    const [name, photo] = [nameOf(fields.get('filename') ?? fields.get('pin')), fields.get('content') ?? '']
    return name !== null && photo !== '' ? [{ name, photo }] : []
  })
  const wrong = new Set(pictures.length < lines.length ? (['picture'] as const) : [])
  return { ...upload, count: pictures.length, pictures, wrong, answer: answered(pictures.length) }
}
const nameOf = (file: string | undefined): string | null =>
  /^(\d{14}(?:-\w{1,32})?)\.jpe?g$/i.exec(file?.trim() ?? '')?.[1] ?? null
/** The name of the picture of a passage, as terminals form it; of a stranger it is the time alone. */
export const pictureNameOf = (wall: string, pin: string | undefined): string =>
  wall.replace(/\D/g, '') + (pin === undefined ? '' : `-${pin}`)
