/** Reports as cameras post them by ISAPI, written from its documents: faces and bodies in JSON, plates and states in XML, pictures in parts. */
import { AGE_BANDS, COLOURS, SEXES } from '#devices/abilities/seen.ts'
import type { Passing } from './abilities/Capturing.ts'
import type { Values } from './SimDevice.ts'

/** What the camera itself puts on a report. */
export interface Stamp {
  serialNo: number
  atMs: number
}
export interface IsapiReport {
  type: string
  body: Buffer
}
interface Part {
  name: string
  type: string
  body: Buffer
}

const BOUNDARY = 'MIME_boundary'
const [JSON_TYPE, XML_TYPE, JPEG_TYPE] = ['application/json; charset="UTF-8"', 'application/xml', 'image/jpeg'] as const
const ZONE_MS = 8 * 3_600_000

/** In whole seconds, with the offset of the camera's own zone. */
const timeOf = (atMs: number): string => `${new Date(atMs + ZONE_MS).toISOString().slice(0, 19)}+08:00`
const wordOf = (choices: Readonly<Record<string, readonly unknown[]>>, wire: unknown): string | undefined =>
  Object.keys(choices).find(name => choices[name]![0] === wire)
const yes = (flag: unknown): string => (flag === true ? 'yes' : 'no')

const headOf = ({ serialNo, atMs }: Stamp, eventType: string, active = true): object => ({
  ...{ ipAddress: '192.168.1.64', portNo: 80, protocol: 'HTTP', macAddress: '44:19:b6:00:00:01', channelID: 1 },
  ...{ dateTime: timeOf(atMs), activePostCount: active ? 1 : 0, serialNo },
  ...{ eventType, eventState: active ? 'active' : 'inactive', eventDescription: eventType },
})

function xmlOf(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return String(value).replace(/[<>&]/g, found => `&#${found.charCodeAt(0)};`)
  const elements = Object.entries(value).flatMap(([name, one]) => [one].flat().map(each => [name, each] as const))
  return elements.map(([name, one]) => `<${name}>${xmlOf(one)}</${name}>`).join('')
}
const xml = (fields: object): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema">${xmlOf(fields)}</EventNotificationAlert>\n`,
  )

function inParts(parts: readonly Part[]): IsapiReport {
  const pieces = parts.flatMap(({ name, type, body }) => {
    const disposition = `Content-Disposition: form-data; name="${name}"; filename="${name}"`
    const head = `${disposition}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}`
    return [Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), body, Buffer.from('\r\n')]
  })
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }
}
const picture = (name: string, body: Buffer): Part => ({ name, type: JPEG_TYPE, body })

/** `videoloss` that is not active: the camera is there. It has no number. */
export const heartbeat = (atMs: number): IsapiReport => {
  const { serialNo: _none, ...fields } = headOf({ serialNo: 0, atMs }, 'videoloss', false) as Values
  return { type: XML_TYPE, body: xml(fields) }
}
export const covered = (stamp: Stamp, on: boolean): IsapiReport => ({
  ...{ type: XML_TYPE, body: xml(headOf(stamp, 'shelteralarm', on)) },
})

/** Something passes. A plate comes with the picture of the whole car. */
export function passed(stamp: Stamp, { kind, attributes }: Passing, photo: Buffer, whole: Buffer | null): IsapiReport {
  if (kind === 'plate') return plateReport(stamp, attributes, photo, whole)
  const fields = kind === 'face' ? faceFields(stamp, attributes) : bodyFields(stamp, attributes)
  return inParts([
    { name: kind === 'face' ? 'faceCapture' : 'mixedTargetDetection', type: JSON_TYPE, body: fields },
    picture(kind === 'face' ? 'faceImage.jpg' : 'humanImage.jpg', photo),
  ])
}

const faceFields = (stamp: Stamp, { trackId, quality, sex, age, mask, glasses }: Values): Buffer => {
  const face = {
    ...{ faceId: Number(trackId), faceRect: { height: 0.12, width: 0.07, x: 0.41, y: 0.33 }, contentID: 'faceImage' },
    ...{ faceScore: quality, age: { ageGroup: wordOf(AGE_BANDS, age) }, gender: { value: wordOf(SEXES, sex) } },
    ...{ glass: { value: yes(glasses) }, mask: { value: yes(mask) } },
  }
  const faceCapture = [{ targetAttrs: { deviceName: 'IPC' }, faces: [face] }]
  return Buffer.from(JSON.stringify({ ...headOf(stamp, 'faceCapture'), faceCapture }))
}

const bodyFields = (stamp: Stamp, { trackId, sex, age, colour }: Values): Buffer => {
  const properties = {
    gender: wordOf(SEXES, sex),
    ageGroup: wordOf(AGE_BANDS, age),
    jacketColor: wordOf(COLOURS, colour),
  }
  const Property = Object.entries(properties).map(([description, value]) => ({ description, value }))
  const CaptureResult = [{ targetID: Number(trackId), Human: { contentID: 'humanImage', Property } }]
  return Buffer.from(JSON.stringify({ ...headOf(stamp, 'mixedTargetDetection'), CaptureResult }))
}

function plateReport(stamp: Stamp, attributes: Values, photo: Buffer, whole: Buffer | null): IsapiReport {
  const { plate, colour, confidence } = attributes
  const names = ['licensePlatePicture.jpg', ...(whole ? ['detectionPicture.jpg'] : [])]
  const pictureInfoList = { pictureInfo: names.map(fileName => ({ fileName, type: fileName.replace('.jpg', '') })) }
  const ANPR = {
    ...{ licensePlate: plate, confidenceLevel: Math.round(Number(confidence)), plateColor: wordOf(COLOURS, colour) },
    pictureInfoList,
  }
  return inParts([
    { name: 'anpr.xml', type: XML_TYPE, body: xml({ ...headOf(stamp, 'ANPR'), ANPR }) },
    ...[photo, ...(whole ? [whole] : [])].map((body, no) => picture(names[no]!, body)),
  ])
}
