/** What a report says: that the camera is there, what it saw, or that its lens is covered. */
import type { Params } from '#model/row.ts'
import { statedTime, type StatedMs } from '#model/statedTime.ts'
import type { Picture, Report } from './readReport.ts'
import type { Tree, TreeNode } from './readXml.ts'

export interface Happened {
  identifier: string
  params: Params
}
export interface Content {
  /** As the camera names it. */
  eventType: string
  at?: StatedMs
  /** The camera's own number of the report. */
  serialNo?: number
  /** Null for a kind of report that is not read; empty where it only says that the camera is there. */
  happened: readonly Happened[] | null
}

const WORD_MAX = 64
const SEX = { male: 1, female: 2 } as const
const AGE = { child: 1, teenager: 2, youth: 2, young: 3, prime: 3, middle: 4, middleaged: 4, old: 5, elder: 5 } as const
const COLOUR = { blue: 1, yellow: 2, green: 3, white: 4, black: 5, red: 6, gray: 7, grey: 7, brown: 8 } as const
/** What cameras write where they read no plate. */
const NO_PLATE = /^(?:_?无_?|无车牌|unknown|noplate|none|-*)$/i
const HEARTBEAT = 'heartbeat'
/** Faces, plates and bodies of one report. */
const SEEN_MAX = 32

/** `tooMany`: more is in it than any picture shows. */
export function readCaptures({ fields, pictures }: Report): Content | 'tooMany' {
  const eventType = textOf(fields.eventType).slice(0, WORD_MAX)
  const at = timeOf(textOf(fields.dateTime))
  const serialNo = wholeOf(fields.serialNo)
  const content = { eventType, ...(at === undefined ? {} : { at }), ...(serialNo === undefined ? {} : { serialNo }) }
  const isActive = textOf(fields.eventState) !== 'inactive'
  const all = happenedOf(eventType.toLowerCase(), isActive, fields, pictures)
  if (all && all.length > SEEN_MAX) return 'tooMany'
  // At a device with several cameras it says which of them saw it.
  const no = wholeOf(fields.channelID)
  const happened = all?.map(([identifier, read]) => ({ identifier, params: present({ no, ...read() }) }))
  return { ...content, happened: happened ?? null }
}

type Seen = readonly [identifier: string, read: () => Params]

/** What happened, each read when it is known how many there are. */
function happenedOf(
  eventType: string,
  isActive: boolean,
  fields: TreeNode,
  pictures: readonly Picture[],
): readonly Seen[] | null {
  if (eventType === 'shelteralarm') return [['covered', () => ({ on: isActive })]]
  // `videoloss` that is inactive comes every ten seconds.
  if (!isActive || eventType === HEARTBEAT) return []
  switch (eventType) {
    case 'facecapture':
    case 'facesnap':
      return nodesOf(fields.faceCapture).flatMap(capture =>
        nodesOf(capture.faces).map((face): Seen => ['faceSnap', () => faceOf(face, capture, pictures)]),
      )
    case 'anpr':
      return nodesOf(fields.ANPR).map(plate => ['plateSnap', () => plateOf(plate, pictures)])
    case 'mixedtargetdetection':
    case 'humanattribute':
      return nodesOf(fields.CaptureResult).flatMap(target => bodiesOf(target, pictures))
    default:
      return null
  }
}

function faceOf(face: TreeNode, capture: TreeNode, pictures: readonly Picture[]): Params {
  const [scene] = nodesOf(capture.targetAttrs)
  // With several faces, a picture without a name cannot be assigned to one of them.
  const place = nodesOf(capture.faces).length > 1 ? -1 : 0
  return {
    ...{ trackId: wordOf(face.faceId) ?? wordOf(face.targetID), quality: percentOf(face.faceScore) },
    ...{ sex: choiceOf(SEX, valueOf(face.gender)), age: choiceOf(AGE, ageOf(face)) },
    ...{ mask: yesOf(valueOf(face.mask)), glasses: yesOf(valueOf(face.glass)) },
    photo: pictureOf(pictures, textOf(face.contentID), place),
    scene: pictureOf(pictures, textOf(scene?.contentID), 1),
  }
}

function plateOf(plate: TreeNode, pictures: readonly Picture[]): Params {
  const text = textOf(plate.licensePlate).replace(/\s/g, '')
  const listed = nodesOf(nodesOf(plate.pictureInfoList)[0]?.pictureInfo).map(one => textOf(one.fileName))
  const files = listed.length ? listed : pictures.flatMap(({ names }) => names)
  const close = files.find(name => /plate/i.test(name)) ?? ''
  const wide = (close && files.find(name => !/plate/i.test(name))) || ''
  return {
    plate: NO_PLATE.test(text) || text.length > 16 ? undefined : text,
    colour: choiceOf(COLOUR, textOf(plate.plateColor)),
    confidence: percentOf(plate.confidenceLevel)?.toString(),
    photo: pictureOf(pictures, close, 0),
    scene: pictureOf(pictures, wide, 1),
  }
}

/** Where their pictures stand in a report that does not name them. */
const [BODY_PLACE, FACE_PLACE] = [0, 1] as const

/** One target may be seen as a body, or as a face too: each has what is said of it. */
function bodiesOf(target: TreeNode, pictures: readonly Picture[]): Seen[] {
  const read = (one: TreeNode, place: number): Params => {
    const { gender, ageGroup, glass, mask, jacketColor } = propertiesOf(one)
    const ofAll = { trackId: wordOf(target.targetID), sex: choiceOf(SEX, gender), age: choiceOf(AGE, ageGroup) }
    const ofKind =
      place === FACE_PLACE ? { glasses: yesOf(glass), mask: yesOf(mask) } : { colour: choiceOf(COLOUR, jacketColor) }
    return { ...ofAll, ...ofKind, photo: pictureOf(pictures, textOf(one.contentID), place) }
  }
  return [
    ...nodesOf(target.Human).map((one): Seen => ['bodySnap', () => read(one, BODY_PLACE)]),
    ...nodesOf(target.Face).map((one): Seen => ['faceSnap', () => read(one, FACE_PLACE)]),
  ]
}

/** `Property: [{ description, value }]`. */
const propertiesOf = (node: TreeNode): Readonly<Record<string, string>> =>
  Object.fromEntries(nodesOf(node.Property).map(one => [textOf(one.description), textOf(one.value)]))

/** Reports name a picture with or without its kind of file. */
const bareOf = (name: string): string => name.replace(/\.\w+$/, '')

/** The picture that is named, or the one at that place where names are not used: another one would show somebody else. */
function pictureOf(pictures: readonly Picture[], name: string, place: number): string | undefined {
  const isNamed = name !== '' && pictures.some(({ names }) => names.length)
  const found = isNamed
    ? pictures.find(({ names }) => names.some(one => bareOf(one) === bareOf(name)))
    : pictures[place]
  return found?.base64
}

const present = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Params

const nodesOf = (value: Tree | Tree[] | undefined): TreeNode[] =>
  [value ?? []].flat().filter((one): one is TreeNode => typeof one === 'object')
const textOf = (value: Tree | Tree[] | undefined): string => (typeof value === 'string' ? value.trim() : '')
/** `{ value }`, or the text itself. */
const valueOf = (value: Tree | Tree[] | undefined): string => textOf(value) || textOf(nodesOf(value)[0]?.value)
const ageOf = (face: TreeNode): string => textOf(nodesOf(face.age)[0]?.ageGroup) || textOf(face.ageGroup)
const wordOf = (value: Tree | Tree[] | undefined): string | undefined => textOf(value).slice(0, WORD_MAX) || undefined

const choiceOf = (choices: Readonly<Record<string, number>>, word: string | undefined): number | undefined =>
  Object.hasOwn(choices, (word ?? '').toLowerCase()) ? choices[word!.toLowerCase()] : undefined
const yesOf = (word: string | undefined): boolean | undefined =>
  word === 'yes' || word === 'true' ? true : word === 'no' || word === 'false' ? false : undefined
function percentOf(value: Tree | Tree[] | undefined): number | undefined {
  const number = /^\d{1,3}(?:\.\d{1,4})?$/.test(textOf(value)) ? Number(textOf(value)) : NaN
  return number <= 100 ? Math.round(number) : undefined
}
function wholeOf(value: Tree | Tree[] | undefined): number | undefined {
  const number = /^\d{1,15}$/.test(textOf(value)) ? Number(textOf(value)) : NaN
  return Number.isSafeInteger(number) ? number : undefined
}
/** ISO 8601 with its offset; without one nobody knows the camera's zone. */
const timeOf = (text: string): StatedMs | undefined =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/.test(text)
    ? statedTime(Date.parse(text))
    : undefined
