/** Which errors set a row aside and which only delay it. */
import { expect, test } from 'vitest'
import { causeOf, type Cause } from './causeOf.ts'

const CASES: Record<Cause, readonly object[]> = {
  later: [
    ...['55P03', '57014', '40001', '40P01', '53100', '53200', '53300', '57P01', '57P03', '08006', '25006', '25P03'],
    ...['55006', '58030', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'],
  ]
    .map((code): object => ({ code }))
    .concat(
      new Error('Connection terminated unexpectedly'),
      new Error('timeout exceeded when trying to connect'),
      new Error('Client has encountered a connection error and is not queryable'),
    ),
  content: [
    ...['22P02', '22P05', '22021', '22003', '22023', '23502', '23514', '54000', '54001'].map(code => ({ code })),
    { code: '23505', constraint: 'device_sn_key' },
    new RangeError('Invalid string length'),
  ],
  collision: [{ code: '23505', constraint: 'outbox_pkey' }],
  fault: [...['42P01', '42501', '42883', 'XX000', 'P0001'].map(code => ({ code })), new Error('anything')],
}

test.each(Object.entries(CASES))('%s', (cause, errors) => {
  expect(errors.map(causeOf)).toEqual(errors.map(() => cause))
})
