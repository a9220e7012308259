/** GCJ-02: known pairs of positions, the way back, and places it leaves alone. */
import { expect, test } from 'vitest'
import { fromGcj02, toGcj02 } from './gcj02.ts'

test.each([
  ['Tian’anmen', { lng: 116.391349, lat: 39.907375 }, { lng: 116.397592, lat: 39.908777 }],
  ['Shenzhen Bay', { lng: 113.946, lat: 22.529 }, { lng: 113.950892, lat: 22.526009 }],
])('%s is shifted by some hundred metres', (_name, stored, shown) => {
  const there = toGcj02(stored)
  expect(there.lng).toBeCloseTo(shown.lng, 4)
  expect(there.lat).toBeCloseTo(shown.lat, 4)
})

test('what is picked on shifted tiles is stored where it is, to a centimetre', () => {
  for (let lng = 74; lng < 136; lng += 7.3)
    for (let lat = 4; lat < 54; lat += 5.1) {
      const back = fromGcj02(toGcj02({ lng, lat }))
      expect(back.lng).toBeCloseTo(lng, 7)
      expect(back.lat).toBeCloseTo(lat, 7)
    }
})

test('places far away are where they are', () => {
  expect(toGcj02({ lng: -0.1276, lat: 51.5072 })).toEqual({ lng: -0.1276, lat: 51.5072 })
  expect(fromGcj02({ lng: 139.69, lat: 35.68 })).toEqual({ lng: 139.69, lat: 35.68 })
})
