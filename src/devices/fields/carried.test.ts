/** What a protocol that knows less than a class leaves of it. */
import { expect, test } from 'vitest'
import { alarmEquipmentClass } from '#devices/alarmEquipmentClass.ts'
import { qrcodeDevice } from '#devices/qrcodeDevice.ts'
import { brakeDevice } from '#devices/brakeDevice.ts'
import { bsFaceDevice } from '#devices/bsFaceDevice.ts'
import { hasOneRecord, heldOver, notCarried, onlyReports, unsentSets } from './carried.ts'

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
test('one that carries some commands refuses the others by its name, and delivers nothing that it cannot', () => {
  expect(notCarried('plateHttp', 'open')).toBeNull()
  expect(notCarried('plateHttp', 'close')).toEqual([
    '设备以 HTTP（车牌识别） 接入，没有这个指令',
    'The device is connected by HTTP (plate cameras), which has no such command',
  ])
  expect(heldOver(brakeDevice, 'plateHttp').sets).toEqual([])
  for (const protocol of ['alink', 'qrHttp', null])
    expect(heldOver(qrcodeDevice, protocol).documents).toEqual(qrcodeDevice.documents)
})
test('of a class with one set, a protocol that does not carry it leaves none; one that carries all is not named', () => {
  expect(unsentSets([brakeDevice, qrcodeDevice])).toEqual([
    { deviceClass: 'brakeDevice', protocol: 'plateHttp', item: 'plate', alone: true },
  ])
})
test('one whose devices store less narrows the sets of a class, and never widens one', () => {
  const [whole, less] = [bsFaceDevice.sets, heldOver(bsFaceDevice, 'zkPush').sets]
  expect(less.map(({ item }) => item)).toEqual(whole.map(({ item }) => item))
  for (const [at, { keeps, put, remove }] of less.entries()) {
    expect(keeps).toEqual({ rights: 1, spansADay: 3, closedDays: 0 })
    expect([put.max, remove.max]).toEqual([50, 50])
    expect(put).toEqual({ ...whole[at]!.put, max: 50 })
  }
  expect(heldOver(bsFaceDevice, 'alink')).toEqual(bsFaceDevice)
  expect(heldOver(bsFaceDevice, 'zkPush').documents).toEqual([])
  expect(['zkPush', 'alink', null].map(hasOneRecord)).toEqual([true, false, false])
})
