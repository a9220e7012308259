/** The plans of the demo name only what they have, and leave no list of the full demo empty. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TEMP_PINS } from '#devices/abilities/tempPins.ts'
import { classes } from '#simulators/simulate.ts'
import { VARIABLES } from '../../variables.ts'
import { mayDrive } from './PlacePlan.ts'
import { MODELS, placesOf } from './places.ts'

test.each(placesOf(false).map(plan => [plan.key, plan] as const))('the settings of %s', (_key, plan) => {
  const { doors, words, escalations, codes = [], pins = [] } = plan.settings!
  const storing = (document: string): string[] =>
    plan.devices
      .filter(one => classes.get(one.deviceClass)!.documents.some(held => held.document === document))
      .map(one => one.name)
  expect(storing('doorParam')).toEqual(expect.arrayContaining(doors.map(door => door.device)))
  const planned = doors.flatMap(door => door.openPlan ?? [])
  expect(plan.timePlans.map(one => one.name)).toEqual(expect.arrayContaining(planned))
  expect(doors.length).toBeGreaterThan(0)
  expect(escalations.every(({ steps }) => steps.length > 0)).toBe(true)
  expect(escalations.length).toBeGreaterThan(0)
  expect(plan.cast.map(one => one.name)).toEqual(expect.arrayContaining(codes.map(one => one.person)))
  expect(codes.length > 0).toBe(plan.devices.some(one => one.deviceClass === 'qrcodeDevice'))
  expect(storing(TEMP_PINS)).toEqual(expect.arrayContaining(pins.map(pin => pin.device)))
  expect(pins.length > 0).toBe(storing(TEMP_PINS).length > 0)
  expect(plan.cast.map(one => one.name)).toEqual(
    expect.arrayContaining(pins.filter(pin => !pin.phone).map(pin => pin.holder)),
  )
  expect(plan.timePlans.map(one => one.name)).toEqual(expect.arrayContaining(pins.flatMap(pin => pin.timePlan ?? [])))
  const own = plan.cast.flatMap(one => one.pin ?? [])
  expect(new Set(own).size).toBe(own.length)
  expect(own.length > 0).toBe(plan.devices.some(one => classes.get(one.deviceClass)!.commands.addPins))
  const plates = plan.cast.flatMap(one => one.plate ?? [])
  expect(new Set(plates).size).toBe(plates.length)
  expect(plates.length > 0).toBe(plan.devices.some(mayDrive))
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

test('the numbers of devices that its variable and the README name', () => {
  const [full, small] = [false, true].map(one => placesOf(one).reduce((sum, { devices }) => sum + devices.length, 0))
  const { text } = VARIABLES.find(({ name }) => name === 'PORTICO_DEMO')!
  expect(text[1]).toContain(`${full} devices`)
  expect(text[1]).toContain(`${small} devices`)
  expect(readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')).toContain(`${full} simulated devices`)
})
