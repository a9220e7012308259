/** Local times, compared with Intl itself. */
import { expect, test } from 'vitest'
import { askedInstant, dayOf, instantOf, localMinute, showInstant, startOfDay, writtenInstant } from './zonedTime.ts'

test.each(['Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'])('%s', zone => {
  const intl = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const instants = [0, 1, 4e12, Date.UTC(2026, 2, 8, 6, 59, 59, 999), Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 3, 4, 15)]
  // Steps of about 37 minutes through a year cover both changes between summer and winter time.
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 2_221_337) instants.push(at)
  for (const at of instants) expect(showInstant(at, zone)).toBe(intl.format(at).replaceAll('-', '/'))
})

test('before 1970 and days in the zone', () => {
  expect(showInstant('1969-12-31T16:00:00Z', 'Asia/Shanghai')).toBe('1970/01/01 00:00:00')
  expect(showInstant('1900-01-01T00:00:00Z', 'Asia/Shanghai')).toBe('1900/01/01 08:05:43')
  expect(startOfDay('2026-11-21', 'Asia/Shanghai').toISOString()).toBe('2026-11-20T16:00:00.000Z')
  expect(() => showInstant('nonsense', 'Asia/Shanghai')).toThrow(RangeError)
})

test('a wall clock beside a change of summer time, and days whose midnight is skipped or comes twice', () => {
  expect(instantOf('2026-10-04T00:30:00', 'Australia/Sydney').toISOString()).toBe('2026-10-03T14:30:00.000Z')
  expect(startOfDay('2026-04-05', 'Australia/Sydney').toISOString()).toBe('2026-04-04T13:00:00.000Z')
  expect(startOfDay('2026-09-06', 'America/Santiago').toISOString()).toBe('2026-09-06T04:00:00.000Z')
  expect(startOfDay('2026-11-01', 'America/Havana').toISOString()).toBe('2026-11-01T04:00:00.000Z')
})

test('what a request names: an instant, or a day of the zone', () => {
  const asked = (given: string, zone = 'America/New_York'): string | undefined =>
    askedInstant(given, zone)?.toISOString()
  expect(asked('2026-11-21')).toBe('2026-11-21T05:00:00.000Z')
  expect(asked('2026-11-21', 'Asia/Shanghai')).toBe('2026-11-20T16:00:00.000Z')
  expect(asked('2026-11-21T00:00:00Z')).toBe('2026-11-21T00:00:00.000Z')
  expect(asked('1000-01-01')).toBe('1000-01-01T04:56:02.000Z')
  for (const given of ['0001-01-01', '0999-12-31', '2026-13-01', '+012026-01-01T00:00:00Z', 'soon', ''])
    expect(asked(given), given).toBeUndefined()
})

test('the last instants of 9999 in UTC are in a later year east of it: they are written, and their day begins', () => {
  const end = '9999-12-31T23:59:59.000Z'
  expect(writtenInstant(end, 'Asia/Shanghai')).toBe('10000/01/01 07:59:59')
  expect(writtenInstant(end, 'UTC')).toBe('9999/12/31 23:59:59')
  expect(dayOf(end, 'Asia/Shanghai')).toBe('10000-01-01')
  expect(startOfDay('10000-01-01', 'Asia/Shanghai').toISOString()).toBe('9999-12-31T16:00:00.000Z')
  expect(localMinute(end, 'Asia/Shanghai')).toEqual({ minute: 479, weekday: 6, day: '10000-01-01' })
})
