/** How a run counts, and what it repeats. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatFailed, root, unsteady, vitest, whatFailed } from './testRun.ts'

let folder = ''
beforeEach(() => {
  // A planted failure must not look like one of this run.
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(console, 'log').mockReturnValue()
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  folder = mkdtempSync(join(root, 'tests/.tmp/run-'))
  write('run.config.ts', `export default { test: { include: ['${relative(root, folder)}/*.test.ts'] } }`)
  write('good.test.ts', `import { test } from 'vitest'; test('good', () => {})`)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const runIt = (): Promise<{ passed: number; failed: number }> =>
  vitest('planted', relative(root, join(folder, 'run.config.ts')), { repeat: true })

test('a file that fails once is run again at the end by itself, counted once, and named', async () => {
  write(
    'once.test.ts',
    `import { existsSync, writeFileSync } from 'node:fs'
     import { expect, test } from 'vitest'
     test('steady', () => {})
     test('fails the first time', () => {
       const before = existsSync(import.meta.dirname + '/mark')
       writeFileSync(import.meta.dirname + '/mark', '')
       expect(before).toBe(true)
     })`,
  )
  expect(await runIt()).toEqual({ passed: 1, failed: 0 })
  expect(await repeatFailed()).toEqual([{ passed: 2, failed: 0 }])
  expect(await repeatFailed(), 'repeated once').toEqual([])
  expect(unsteady()).toContain(relative(root, join(folder, 'once.test.ts')))
  expect(whatFailed()).toEqual([])
})

test('what fails each time has failed', async () => {
  write(
    'never.test.ts',
    `import { expect, test } from 'vitest'; test('fine', () => {}); test('bad', () => expect(1).toBe(2))`,
  )
  expect(await runIt()).toEqual({ passed: 1, failed: 0 })
  expect(await repeatFailed()).toEqual([{ passed: 1, failed: 1 }])
  expect(unsteady().filter(name => name.includes('never'))).toEqual([])
  expect(whatFailed()).toEqual([`${relative(root, join(folder, 'never.test.ts'))}: bad`])
})

test('an error outside of every test repeats the whole run', async () => {
  write(
    'outside.test.ts',
    `import { existsSync, writeFileSync } from 'node:fs'
     import { test } from 'vitest'
     test('fine', () => {
       if (!existsSync(import.meta.dirname + '/mark')) setTimeout(() => { throw new Error('later') }, 0)
       writeFileSync(import.meta.dirname + '/mark', '')
       return new Promise(resolve => setTimeout(resolve, 50))
     })`,
  )
  expect(await runIt()).toEqual({ passed: 0, failed: 0 })
  expect(await repeatFailed()).toEqual([{ passed: 2, failed: 0 }])
  expect(unsteady()).toContain('planted')
})
