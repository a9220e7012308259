/** Commands as lines, as the document prints them: what a value holds never becomes a field, a record or a command. */
import { describe, expect, test } from 'vitest'
import type { Order } from '#model/message.ts'
import { KNOWN, writeCommand } from './writeCommand.ts'
import { timezoneOf, writeUser, type Person } from './writeUser.ts'
import { secondsOf, wallOfSeconds } from './zkTime.ts'

const zone = 'Asia/Shanghai'
const abilities = { seconds: true, cards: false }
const written = (identifier: string, params: object = {}, more: object = {}): string[] | undefined =>
  writeCommand({ kind: 'command', commandId: '1', expiresAt: 0, identifier, params: { ...params } } as Order, {
    ...{ zone, now: Date.parse('2026-11-27T00:53:23Z'), abilities: { ...abilities, ...more } },
  })?.lines.map(({ text }) => text)
const person: Person = { personId: '7', name: '王伟', zone, validFrom: null, validTo: null, week: null }

describe('orders', () => {
  test('as the document prints them', () => {
    expect(written('openDoor', { doorNo: 1 })).toEqual(['CONTROL DEVICE 01010105'])
    expect(written('alarmReset')).toEqual(['CONTROL DEVICE 02000000'])
    expect(written('reboot')).toEqual(['CONTROL DEVICE 03000000'])
    expect(written('syncTime')).toEqual(['SET OPTIONS DateTime=864723203'])
    expect(written('doorMode', { doorNo: 1, mode: 1 })).toEqual(['CONTROL DEVICE 06010000', 'CONTROL DEVICE 010101FF'])
    expect(written('doorMode', { doorNo: 1, mode: 2 })).toEqual(['CONTROL DEVICE 06010100', 'CONTROL DEVICE 01010100'])
    expect(written('queryPersons', { page: 1, size: 200 })).toEqual([
      'DATA QUERY tablename=biophoto,fielddesc=Pin,filter=Type=9',
    ])
    expect(written('snapshot')).toBeUndefined()
    expect(KNOWN).not.toContain('setDoorParam')
  })
  test('who leaves a set loses its part, and who leaves all of them the record, last of all', () => {
    expect(written('delCards', { personIds: ['7', '8'], gone: ['8'] })).toEqual([
      'DATA UPDATE user CardNo=\tPin=7',
      'DATA DELETE mulcarduser Pin=7',
      'DATA DELETE userauthorize Pin=8',
      'DATA DELETE biophoto PIN=8',
      'DATA DELETE mulcarduser Pin=8',
      'DATA DELETE user Pin=8',
    ])
  })
})

describe('a person', () => {
  test('is one record, with hours of their own and a picture to fetch', () => {
    const { id } = timezoneOf(null)
    const lines = written('addPersons', { persons: [{ ...person, photoUrl: 'https://p/1' }] })!
    expect([lines[0], ...lines.slice(2)]).toEqual([
      'DATA UPDATE user Pin=7\tStartTime=0\tEndTime=0\tName=王伟\tPrivilege=0',
      `DATA UPDATE userauthorize Pin=7\tAuthorizeTimezoneId=${id}\tAuthorizeDoorId=1`,
      'DATA UPDATE biophoto PIN=7\tType=9\tSize=0\tContent=\tFormat=1\tUrl=https://p/1',
    ])
    expect(lines[1]).toMatch(/^DATA UPDATE timezone TimezoneId=\d+\tMonTime1=2359\tMonTime2=0\tMonTime3=0\tTue/)
  })
  test('whose name has tabs and line breaks is still one record of one person', () => {
    for (const name of ['王\t伟', '王\n伟', '王\r\nC:9:CONTROL DEVICE 01010105', '王\tPin=1', '王\u2028\u0085\0伟']) {
      const [line] = written('addPersons', { persons: [{ ...person, name }] })!
      expect(line!.split('\t').map(field => field.split('=')[0])).toEqual([
        'DATA UPDATE user Pin',
        'StartTime',
        'EndTime',
        'Name',
        'Privilege',
      ])
      expect(line).not.toMatch(/[\r\n\0\u2028\u0085]/)
    }
  })
  test('has a period to the second, or whole days inside of it, or cannot be stored', () => {
    const [validFrom, validTo] = ['2026-11-27T02:00:00Z', '2026-11-30T15:59:59.999Z']
    const period = (more: Partial<Person>, seconds: boolean): unknown => {
      const lines = writeUser({ ...person, validFrom, validTo, ...more }, { seconds, cards: false })
      return 'because' in lines ? lines.because : /StartTime=\d+\tEndTime=\d+/.exec(lines[0]!.text)?.[0]
    }
    expect(period({}, true)).toBe(`StartTime=${secondsOf(validFrom, zone)}\tEndTime=${secondsOf(validTo, zone)}`)
    expect(period({}, false)).toBe('StartTime=20261128\tEndTime=20261130')
    expect(period({ validTo: '2026-11-27T05:00:00Z' }, false)).toBe('设备只按天保存有效期，这段时间不足一天')
  })
  test('opens in no minute that is not theirs', () => {
    const { fields } = timezoneOf([
      { weekday: 1, from: '08:30', to: '12:00' },
      { weekday: 1, from: '13:00', to: '24:00' },
    ])
    expect([fields.MonTime1, fields.MonTime2, fields.TueTime1, fields.Hol1Time1]).toEqual([
      ...[830 * 65_536 + 1159, 1300 * 65_536 + 2359, 0, 0],
    ])
    expect(timezoneOf([{ weekday: 1, from: '08:30', to: '12:00' }]).id).not.toBe(timezoneOf(null).id)
  })
  test('has one card, or several where the terminal can; what is no number is refused by its name', () => {
    const cards = (given: string[], several: boolean): unknown => {
      const lines = writeUser({ ...person, cards: given }, { seconds: true, cards: several })
      return 'because' in lines ? lines.because : lines.map(({ text }) => text).filter(text => /card/i.test(text))
    }
    expect(cards(['0006655443'], false)).toEqual([
      'DATA UPDATE user CardNo=6655443\tPin=7\tStartTime=0\tEndTime=0\tName=王伟\tPrivilege=0',
    ])
    expect(cards(['1', '2'], false)).toBe('设备每人只保存一张卡')
    expect(cards(['255', 'A1B2'], true)).toEqual([
      'DATA DELETE mulcarduser Pin=7',
      'DATA UPDATE mulcarduser Pin=7\tCardNo=FF\tLossCardFlag=0\tCardType=0',
      'DATA UPDATE mulcarduser Pin=7\tCardNo=A1B2\tLossCardFlag=0\tCardType=1',
    ])
    expect(cards(['XYZ'], false)).toBe('卡号 XYZ 不是数字，设备不能保存')
  })
})

test('seconds in months of 31 days, there and back', () => {
  for (const at of ['2000-01-01T00:00:00Z', '2026-11-27T08:53:23Z', '2028-02-29T23:59:59Z'])
    expect(wallOfSeconds(String(secondsOf(at, 'UTC')))).toBe(at.slice(0, 19).replace('T', ' '))
  expect([wallOfSeconds(''), wallOfSeconds('x'), wallOfSeconds('99999999999')]).toEqual(['', '', ''])
})
