/** Thrown errors become messages for people: a full disk is named as such, and is not a fault of the request. */
import { expect, test } from 'vitest'
import { loggable, refusalOf, statusOf } from './failure.ts'

test.each(['53100', 'ENOSPC', 'EDQUOT'])('%s: 503, and it says that the disk is full', code => {
  const refusal = refusalOf(Object.assign(new Error('No space left on device'), { code }))!
  expect(statusOf(refusal)).toBe(503)
  expect(refusal.text).toEqual([expect.stringContaining('磁盘空间已满'), expect.stringContaining('disk is full')])
})

test('an unexpected error stays unexpected', () => {
  expect(refusalOf(new TypeError('x is not a function'))).toBeNull()
})

test('of an error of the database the log keeps what it was, not what was typed', () => {
  const error = Object.assign(new Error('invalid input syntax for type bigint: "13900001111"'), {
    code: '22P02',
    severity: 'ERROR',
  })
  expect(loggable(error)).toMatch(/^22P02 .*invalid input syntax for type bigint: "…"\n\s+at /)
  expect(loggable(error)).not.toContain('13900001111')
})
