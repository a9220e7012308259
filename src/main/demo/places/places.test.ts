/** The plans of the demo name only what they have, and leave no list of the full demo empty. */
import { expect, test } from 'vitest'
import { classes } from '#simulators/simulate.ts'
import { MODELS, placesOf } from './places.ts'

test.each(placesOf(false).map(plan => [plan.key, plan] as const))('the settings of %s', (_key, plan) => {
  const { doors, words, escalations, codes = [] } = plan.settings!
  const controllers = plan.devices
    .filter(one => classes.get(one.deviceClass)!.documents.some(held => held.document === 'doorParam'))
    .map(one => one.name)
  expect(controllers).toEqual(expect.arrayContaining(doors.map(door => door.device)))
  const planned = doors.flatMap(door => door.openPlan ?? [])
  expect(plan.timePlans.map(one => one.name)).toEqual(expect.arrayContaining(planned))
  expect(doors.length).toBeGreaterThan(0)
  expect(escalations.every(({ steps }) => steps.length > 0)).toBe(true)
  expect(escalations.length).toBeGreaterThan(0)
  expect(plan.cast.map(one => one.name)).toEqual(expect.arrayContaining(codes.map(one => one.person)))
  expect(codes.length > 0).toBe(plan.devices.some(one => one.deviceClass === 'qrcodeDevice'))
  expect(words.length > 0).toBe(plan.devices.some(one => one.deviceClass === 'ledDevice'))
})

test('what is behind a gateway comes after it, and its model carries others', () => {
  const carried = placesOf(false).flatMap(({ devices }) =>
    devices.filter(one => one.behind).map(one => ({ one, devices })),
  )
  expect(carried.length).toBeGreaterThan(1)
  for (const { one, devices } of carried) {
    const gateway = devices.slice(0, devices.indexOf(one)).find(({ name }) => name === one.behind)
    expect(MODELS.find(({ modelNo }) => modelNo === gateway?.model)).toMatchObject({ deviceKind: 2 })
  }
})
