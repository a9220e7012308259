/** Pictures of the simulated cameras: a person in the hall without the ground of the portrait. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { lookOf } from './bust.ts'
import { portraitOf, sceneCapture } from './camera.ts'

test('the hall is seen beside the head, not the ground of the portrait', async () => {
  const look = { ...lookOf('林晓', { gender: 2 }), ground: '#ff00c8', skin: '#f0c8a8' }
  const scene = await sceneCapture(await portraitOf(look), 'camera.test')
  const { data, info } = await sharp(scene).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1280, 720])
  const count = (fits: (red: number, green: number, blue: number) => boolean): number => {
    let found = 0
    for (let at = 0; at < data.length; at += info.channels)
      if (fits(data[at]!, data[at + 1]!, data[at + 2]!)) found += 1
    return found
  }
  expect(count((red, green, blue) => red > 200 && green < 60 && blue > 150)).toBe(0)
  expect(count((red, green, blue) => red > 215 && green > 170 && blue > 130 && blue < 200)).toBeGreaterThan(10_000)
})
