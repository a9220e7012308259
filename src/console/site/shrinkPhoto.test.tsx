/** Photos get smaller before they are sent, and nothing is lost where that is impossible. */
import { expect, test } from 'vitest'
import { shrinkPhoto } from './shrinkPhoto.ts'

/** Noise does not compress, so the file is as large as one of a camera. */
async function noise(width: number, height: number): Promise<File> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const brush = canvas.getContext('2d')!
  const picture = brush.createImageData(width, height)
  for (let at = 0; at < picture.data.length; at += 1) picture.data[at] = at % 4 === 3 ? 255 : (at * 2654435761) % 251
  brush.putImageData(picture, 0, 0)
  const blob = await new Promise<Blob>(resolve => canvas.toBlob(made => resolve(made!), 'image/png'))
  return new File([blob], '门.png', { type: 'image/png' })
}

test('a large photo keeps its shape and becomes a smaller JPEG', async () => {
  const photo = await noise(2400, 1200)
  const small = await shrinkPhoto(photo)
  expect([small.name, small.type]).toEqual(['门.jpg', 'image/jpeg'])
  expect(small.size).toBeLessThan(photo.size)
  const { width, height } = await createImageBitmap(small)
  expect([width, height]).toEqual([1600, 800])
})

test('a small photo, and one that the browser cannot read, are sent as they are', async () => {
  const small = await noise(40, 40)
  expect(await shrinkPhoto(small)).toBe(small)
  const unknown = new File([new Uint8Array(400_000)], 'x.heic', { type: 'image/heic' })
  expect(await shrinkPhoto(unknown)).toBe(unknown)
})
