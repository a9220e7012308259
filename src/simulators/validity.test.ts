/** The local time of a device is that of its zone, also around changes of the clock. */
import { expect, test } from 'vitest'
import { localTime } from './validity.ts'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

test.each(['Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])('in %s', zone => {
  const formatter = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, weekday: 'short', hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })
  const year = Date.UTC(2026, 0, 1)
  for (let at = year; at < year + 366 * 86_400_000; at += 7_890_123) {
    const parts = Object.fromEntries(formatter.formatToParts(at).map(part => [part.type, part.value]))
    expect(localTime(at, zone)).toEqual({
      day: `${parts.year}-${parts.month}-${parts.day}`,
      weekday: DAYS.indexOf(parts.weekday!) + 1,
      clock: `${parts.hour}:${parts.minute}`,
      hour: Number(parts.hour),
    })
  }
})

test('a minute is worked out once, however many events fall in it', () => {
  const minute = Date.UTC(2026, 4, 6, 7, 8)
  expect(localTime(minute + 59_999)).toBe(localTime(minute))
  expect(localTime(minute + 60_000)).not.toBe(localTime(minute))
  expect(localTime(minute, 'Asia/Kathmandu').clock).toBe('12:53')
})
