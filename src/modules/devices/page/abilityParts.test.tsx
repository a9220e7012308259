/** For all classes: the console supports everything that abilities declare. */
import { describe, expect, test } from 'vitest'
import { iconSet } from '#console/kit/iconSet.ts'
import { all } from '#devices/generated/classes.ts'
import type { DeviceClass } from '#model/device.ts'
import { list, text } from '#model/field.ts'
import { ABILITY_PARTS, tabsOf, unguidedProtocols } from './abilityParts.ts'

const classes = all as readonly DeviceClass[]

describe.each(classes.map(one => [one.key, one] as const))('%s', (_key, deviceClass) => {
  test.each(Object.entries(ABILITY_PARTS))('%s', (_kind, part) => {
    expect(part.unsupported(deviceClass)).toEqual([])
  })
  test('its icon is one that menus draw', () => {
    expect([...iconSet.keys()], 'console/kit/iconSet.ts').toContain(deviceClass.icon)
  })
  test('a user is shown how to connect one', () => {
    expect(unguidedProtocols(deviceClass), 'guide.ts of the protocol').toEqual([])
  })
  test('a tab for what it has, none for what it has not', () => {
    const tabs = [
      'live',
      'events',
      'commands',
      'repairs',
      'log',
      ...(deviceClass.sets.length ? ['people'] : []),
      ...(deviceClass.sets.length + deviceClass.documents.length ? ['sync'] : []),
    ]
    expect([...tabsOf(deviceClass)].sort()).toEqual(tabs.sort())
  })
})

test('what a part does not support is named', () => {
  const [deviceClass] = classes
  const odd = list(['表', 'List'], { one: text(['一', 'One']) }, { max: 3 })
  const properties = { ...deviceClass!.properties, odd: { field: odd, access: 'r' } } as const
  expect(ABILITY_PARTS.properties.unsupported({ ...deviceClass!, properties })).toEqual(['odd: list'])
  expect(unguidedProtocols({ ...deviceClass!, protocols: ['modbus'] })).toEqual(['modbus'])
})
