/** A test that goes on after a wait that ended in vain fails. */
import { expect, test } from 'vitest'
import { failMissed } from './failMissed.ts'
import { until } from './until.ts'

test('a wait that ends in vain fails its test, also where its error is swallowed', async () => {
  const passed = until(() => false, 'a second message', 10).then(
    () => true,
    () => false,
  )
  expect(await passed).toBe(false)
  expect(failMissed).toThrow('the test went on although this did not happen in time: a second message')
  // Only once: the next test starts afresh.
  expect(failMissed).not.toThrow()
})
