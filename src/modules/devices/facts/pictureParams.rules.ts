/** Pictures in the parameters of a message: found, and taken out before anything is stored. */
import type { Fields } from '#model/field.ts'
import type { Params } from '#model/row.ts'

/** Of a picture in base64, in one message. */
export const PICTURE_MAX_CHARACTERS = 400_000
/** Anything shorter is no picture: a name, an address. */
const PICTURE_MIN_CHARACTERS = 200
/** In the place of a picture that is too large for the message. */
const ANNOUNCED = 'upload'

export interface FoundPictures {
  pictures: { name: string; bytes: Buffer }[]
  /** Parameters whose pictures are sent to an address of their own. */
  announced: string[]
  /** Parameters that have something else in the place of a picture. */
  wrong: string[]
}
const NONE: FoundPictures = { pictures: [], announced: [], wrong: [] }

/** Whether the bytes begin as JPEG or PNG do. */
export const isPicture = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xd8) || (bytes[0] === 0x89 && bytes[1] === 0x50)

const isDeclared = (fields: Fields | undefined, name: string): boolean => {
  const field = fields?.[name]
  return field?.kind === 'text' && field.picture === true
}
/** Devices send `photo` with events of which the class does not say it. */
const PHOTO = 'photo'
const namesIn = (fields: Fields | undefined, params: Params): string[] =>
  Object.keys(params).filter(name => typeof params[name] === 'string' && (name === PHOTO || isDeclared(fields, name)))

/** `fields` are those that the class declares. */
export function picturesIn(fields: Fields | undefined, params: Params): FoundPictures {
  const names = namesIn(fields, params)
  if (names.length === 0) return NONE
  const found: FoundPictures = { pictures: [], announced: [], wrong: [] }
  for (const name of names) {
    const text = params[name] as string
    if (text === ANNOUNCED) found.announced.push(name)
    else if (text.length >= PICTURE_MIN_CHARACTERS) {
      const bytes =
        text.length <= PICTURE_MAX_CHARACTERS
          ? Buffer.from(text.replace(/^data:image\/\w+;base64,/, ''), 'base64')
          : Buffer.alloc(0)
      if (isPicture(bytes)) found.pictures.push({ name, bytes })
      else if (isDeclared(fields, name)) found.wrong.push(name)
    }
  }
  return found
}

/** The parameters without what was in the place of pictures. A copy where anything changes. */
export function withoutPictures(params: Params, { pictures, wrong }: FoundPictures): Params {
  if (pictures.length + wrong.length === 0) return params
  const stripped = { ...params }
  for (const { name } of pictures) stripped[name] = null
  for (const name of wrong) stripped[name] = `(${String(params[name]).length})`
  return stripped
}
