/** The budget of networks whose calls are refused. */
import { expect, test } from 'vitest'
import { Strangers } from './Strangers.ts'

const perMin = 3
/** How many of these calls are judged; each is refused, all at the same time. */
async function judgedOf(strangers: Strangers, addresses: readonly string[]): Promise<number> {
  let judged = 0
  const calls = addresses.map(address =>
    strangers.judged(address, 'nobody', async () => {
      judged += 1
      await new Promise(resolve => setTimeout(resolve, 10))
      strangers.wasRefused(address)
    }),
  )
  await Promise.all(calls)
  return judged
}
const times = (address: string, count: number): string[] => Array(count).fill(address)

test('calls at the same time are no way around the budget, and those that were admitted cost nothing', async () => {
  const strangers = new Strangers(perMin)
  const admitting = Array.from({ length: perMin }, (_, no) =>
    strangers.judged('10.0.0.1', `SN${no}`, async () => strangers.wasAdmitted('10.0.0.1', `SN${no}`)),
  )
  await Promise.all(admitting)
  expect(await judgedOf(strangers, times('10.0.0.1', 20))).toBe(perMin)
  expect(await judgedOf(strangers, times('10.0.0.1', 20))).toBe(0)
  expect(await strangers.judged('10.0.0.1', 'SN1', async () => 'judged')).toBe('judged')
  expect(await judgedOf(strangers, times('10.0.0.2', 20))).toBe(perMin)
})

test('a network of IPv6 has one budget, whatever its addresses', async () => {
  const strangers = new Strangers(perMin)
  const addresses = Array.from({ length: 20 }, (_, no) => `2001:db8:1:2:${no}::1`)
  expect(await judgedOf(strangers, addresses)).toBe(perMin)
  expect(await judgedOf(strangers, ['2001:db8:1:3::1'])).toBe(1)
  strangers.wasAdmitted('2001:db8:1:2::1', 'SN1')
  expect(await strangers.judged('2001:db8:1:2::2', 'SN1', async () => 'judged')).toBe('judged')
})

test('beyond the networks that are remembered the oldest is forgotten, and no other', async () => {
  const most = 3
  const strangers = new Strangers(1, most)
  const addresses = Array.from({ length: most + 1 }, (_, no) => `10.0.0.${no}`)
  expect(await judgedOf(strangers, addresses)).toBe(most + 1)
  expect(await judgedOf(strangers, addresses.slice(1))).toBe(0)
  expect(await judgedOf(strangers, addresses.slice(0, 1))).toBe(1)
})
