/** Every constant of part 9 is read by a widget; an unread one would have no effect on any screen. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Params } from '#model/row.ts'
import * as defaults from '#console/kit/defaults.ts'

const isRecord = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** A group and each of its values must be read, by their names. */
const names = Object.entries(defaults).flatMap(([name, value]) =>
  isRecord(value) ? [name, ...Object.keys(value)] : [name],
)
/** Keys of a group that is read by key as a whole. */
const byKey = new Set(
  [defaults.table.buttons, defaults.grid.span, defaults.dialogWidths].flatMap(group => Object.keys(group)),
)

test('each is read outside of its own file', () => {
  const sources = globSync('src/console/**/*.{ts,tsx}')
    .filter(file => !/(\.test\.tsx?|kit\/defaults\.ts)$/.test(file))
    .map(file => readFileSync(file, 'utf8'))
    .filter(text => text.includes('#console/kit/defaults.ts'))
    .join('\n')
  // The file itself reads some values: the widths of dialogs are those of tables and trees.
  const own = readFileSync('src/console/kit/defaults.ts', 'utf8')
  const unread = names.filter(
    name =>
      !byKey.has(name) &&
      !new RegExp(`\\b${name}\\b`).test(sources) &&
      !own.includes(`.${name}`) &&
      !own.includes(`${name}.`),
  )
  expect(unread).toEqual([])
})

test('what no picture shows follows the specification', () => {
  expect([defaults.carousel.intervalMs, defaults.dateRangeDays, defaults.table.filterMultiple]).toEqual([
    3000,
    30,
    true,
  ])
  expect(defaults.request).toEqual({ timeoutMs: 30_000, longTimeoutMs: 60_000 })
})
