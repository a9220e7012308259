/** What a protocol that knows less than a class leaves of it. */
import { expect, test } from 'vitest'
import { alarmEquipmentClass } from '#devices/alarmEquipmentClass.ts'
import { notCarried, onlyReports } from './carried.ts'

test('one that only reports takes no command', () => {
  expect(onlyReports('dc09')?.[1]).toMatch(/only reports/)
  for (const name of Object.keys(alarmEquipmentClass.commands))
    expect(notCarried('dc09', name)).toEqual(onlyReports('dc09'))
})
test('one that carries all, and one that is not known, leave everything', () => {
  for (const protocol of ['alink', null]) {
    expect([onlyReports(protocol), notCarried(protocol, 'addPersons')]).toEqual([null, null])
  }
})
