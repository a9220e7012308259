/** Pictures as JPEG: portraits drawn from a description, and a terminal's camera pictures of a face. */
import sharp from 'sharp'
import { bust, lookOf, type Look } from './bust.ts'
import { cutOut } from './cutOut.ts'

const CAPTURE = { width: 150, height: 180 }
const CACHED_MAX = 2000
const cached = new Map<string, Promise<Buffer>>()
let shot = 0

/** The person as a drawing, from which `captureOf` takes a picture without a portrait between. */
export const drawingOf = (look: Look): Buffer => Buffer.from(bust(look))

/** A portrait of `width` pixels, five wide by six high. */
export const portraitOf = (look: Look, width = 480): Promise<Buffer> =>
  sharp(drawingOf(look), { density: 200 })
    .resize(width, Math.round((width * 6) / 5))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 88 })
    .toBuffer()

const sides = new Map<string, Promise<number | null>>()

/** The shorter side in pixels, or null for what is not a picture. `digest` identifies the photo: many terminals get the same one. */
export function sizeOf(photo: Uint8Array, digest: string): Promise<number | null> {
  const known = sides.get(digest)
  if (known) return known
  if (sides.size >= CACHED_MAX) sides.clear()
  const side = sharp(photo)
    .metadata()
    .then(
      meta => Math.min(meta.width, meta.height),
      () => null,
    )
  sides.set(digest, side)
  return side
}

/**
 * A picture of the person on the portrait or drawing, as a door camera takes it: nearer or farther, brighter or darker. A few
 * differ, then they repeat.
 */
export function captureOf(photo: Buffer, digest: string): Promise<Buffer> {
  const variant = (shot += 1) % 3
  return remember(`${digest}/${variant}`, () => {
    const grow = 1 + variant * 0.06
    const [width, height] = [Math.round(CAPTURE.width * grow), Math.round(CAPTURE.height * grow)]
    return sharp(photo)
      .resize(width, height, { fit: 'cover', position: 'top' })
      .extract({ left: Math.floor(((width - CAPTURE.width) * variant) / 2), top: 0, ...CAPTURE })
      .linear([0.9, 0.98, 0.8][variant]!, 10)
      .jpeg({ quality: 74 })
      .toBuffer()
  })
}

/** A picture of a stranger. */
export const strangerCapture = (seed: number): Promise<Buffer> =>
  remember(`stranger/${seed}`, () => captureOf(drawingOf(lookOf(`stranger ${seed}`)), `drawn ${seed}`))

/** A portrait taken by the terminal itself, of somebody invented: sharp and frontal, and large enough to be stored by any. */
export const enrolledCapture = (seed: string): Promise<Buffer> =>
  remember(`enrolled/${seed}`, () => portraitOf(lookOf(seed)))

const SCENE = { width: 1280, height: 720 }
/** The hall behind a door, drawn: too large for a message, as the picture of an overview camera is. */
const HALL = `<svg xmlns="http://www.w3.org/2000/svg" width="${SCENE.width}" height="${SCENE.height}">
  <defs><linearGradient id="w" x2="0" y2="1"><stop stop-color="#8d99a8"/><stop offset="1" stop-color="#5d6876"/></linearGradient>
  <filter id="n"><feTurbulence baseFrequency=".8" numOctaves="2" seed="7"/><feColorMatrix type="saturate" values="0"/></filter></defs>
  <rect width="1280" height="720" fill="url(#w)"/><path d="M0 720 380 470H900l380 250z" fill="#4a535f"/>
  <rect x="380" y="120" width="520" height="350" fill="#a9b4c0"/><rect x="470" y="170" width="340" height="300" fill="#74808d"/>
  <path d="M640 170v300" stroke="#58636f" stroke-width="6"/><rect width="1280" height="720" filter="url(#n)" opacity=".12"/></svg>`

const PERSON = { width: 460, height: 552 }
/** A person at the door with the hall behind: near the camera, so the frame ends at the chest. */
export const sceneCapture = (photo: Buffer, digest: string): Promise<Buffer> =>
  remember(`scene/${digest}`, async () => {
    const person = await cutOut(photo, PERSON.width, PERSON.height)
    return sharp(Buffer.from(HALL))
      .composite([{ input: person, left: (SCENE.width - PERSON.width) / 2, top: SCENE.height - PERSON.height }])
      .jpeg({ quality: 90 })
      .toBuffer()
  })

function remember(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  let picture = cached.get(key)
  if (!picture) {
    if (cached.size >= CACHED_MAX) cached.clear()
    cached.set(key, (picture = make()))
    picture.catch(() => cached.delete(key))
  }
  return picture
}
