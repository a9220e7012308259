/** The rules on time in tests find a planted violation, report it exactly, and accept a correct file. */
import { describe, expect, test } from 'vitest'
import { FILE_RULES } from './judge.ts'

/** Rule, path, the planted text, its message, and a correct text. */
const PLANTED: [rule: string, path: string, planted: string, message: string, twin: string][] = [
  [
    'timeLimit',
    'src/server/a.test.ts',
    'expect(performance.now() - began).toBeLessThan(5000)\n',
    'performance.now() - began has an upper limit: measure it with quietly of tests/harness, or assert an order',
    'expect(await quietly(() => ended)).toBeLessThan(5000)\n',
  ],
  [
    'timeLimit',
    'src/server/a.test.ts',
    'const tookMs = Date.now() - began\nexpect(tookMs).toBeLessThanOrEqual(5000)\n',
    'tookMs has an upper limit: measure it with quietly of tests/harness, or assert an order',
    'const tookMs = Date.now() - began\nexpect(tookMs).toBeGreaterThan(700)\nexpect(until - Date.now()).toBeLessThan(9)\n',
  ],
  [
    'timeLimit',
    'tests/liveReaders.test.ts',
    "await until(() => ended(), 'the end', 2500)\n",
    'until within 2500 ms: leave the limit out, or measure with quietly of tests/harness',
    "await until(() => ended(), 'the end', 25_000)\nawait until(() => ended(), 'the end')\n",
  ],
  [
    'timeLimit',
    'tests/e2e/keyboard.test.ts',
    'await row.waitFor({ timeout: 800 })\n',
    'waitFor within 800 ms: leave the limit out, or measure with quietly of tests/harness',
    'await row.waitFor({ timeout: 8000 })\nawait expect.poll(count).toBe(1)\n',
  ],
  [
    'longPause',
    'src/server/a.test.ts',
    'await new Promise(resolve => setTimeout(resolve, 2_500))\n',
    "pauses for 2500 ms: wait for what is meant, or say why there is nothing to wait for: pause(2500, '…')",
    "await pause(2500, 'a second run would come within two seconds')\nconst end = setTimeout(() => stop(), 2500)\n",
  ],
  [
    'longPause',
    'tests/e2e/keyboard.test.ts',
    'await page.waitForTimeout(1000)\n',
    "pauses for 1000 ms: wait for what is meant, or say why there is nothing to wait for: pause(1000, '…')",
    'await page.waitForTimeout(999)\n',
  ],
  [
    'swallowedWait',
    'tests/e2e/keyboard.test.ts',
    "await page.getByText('a').waitFor().catch(() => undefined)\n",
    'waitFor may fail unnoticed: let it fail the test',
    "await page.getByText('a').waitFor()\nawait socket.end().catch(() => {})\n",
  ],
  [
    'swallowedWait',
    'src/server/a.test.ts',
    "await until(() => ended(), 'the end').then(() => true, () => false)\n",
    'until may fail unnoticed: let it fail the test',
    "await until(() => ended(), 'the end').then(() => true)\n",
  ],
]

describe.each(PLANTED)('%s in %s', (rule, path, planted, message, twin) => {
  test(message, () => {
    expect(FILE_RULES[rule]!(path, planted)).toEqual([message])
    expect(FILE_RULES[rule]!(path, twin)).toEqual([])
  })
})
