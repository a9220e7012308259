/** A person cut out of a portrait: the plain ground around the head and shoulders made transparent. */
import sharp from 'sharp'

/** How far a pixel may be from the colour of the ground, summed over red, green and blue: what JPEG changes. */
const LIKE = 42
/** Softens the edge, in pixels. */
const EDGE = 0.8

/**
 * PNG of the given size. The ground is whatever has the colour of the upper left corner and is connected to the upper or
 * a side edge, so that a white collar on a white ground stays. The busy ground of a photograph stays.
 */
export async function cutOut(photo: Buffer, width: number, height: number): Promise<Buffer> {
  const pixels = await sharp(photo)
    .resize(width, height, { fit: 'cover', position: 'top' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const opaque = Buffer.alloc(width * height, 255)
  const isGround = (at: number): boolean =>
    [0, 1, 2].reduce((sum, channel) => sum + Math.abs(pixels[at * 3 + channel]! - pixels[channel]!), 0) < LIKE
  const waiting = [
    ...Array.from({ length: width }, (_, x) => x),
    ...Array.from({ length: height }, (_, y) => [y * width, y * width + width - 1]).flat(),
  ]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (!opaque[at] || !isGround(at)) continue
    opaque[at] = 0
    const x = at % width
    if (x > 0) waiting.push(at - 1)
    if (x < width - 1) waiting.push(at + 1)
    if (at >= width) waiting.push(at - width)
    if (at < width * (height - 1)) waiting.push(at + width)
  }
  const alpha = await sharp(opaque, { raw: { width, height, channels: 1 } })
    .blur(EDGE)
    .extractChannel(0)
    .raw()
    .toBuffer()
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}
