/** The README of each module says in ten lines what it owns, offers and subscribes to; the parts that can be compared with the code are. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tablesOf } from '../scripts/complete/tables.ts'

const ROOT = join(import.meta.dirname, '..')
const MODULES = readdirSync(join(ROOT, 'src/modules'))
const migrations = readdirSync(join(ROOT, 'migrations'))
  .sort()
  .map(file => readFileSync(join(ROOT, 'migrations', file), 'utf8'))
const tables = [...tablesOf(migrations).keys()]
const sourcesOf = (module: string): string =>
  readdirSync(join(ROOT, 'src/modules', module), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
    .map(file => readFileSync(join(ROOT, 'src/modules', module, file), 'utf8'))
    .join('\n')
const sorted = (words: Iterable<string>): string[] => [...new Set(words)].sort()
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, word]) => word!)

/** The names that a line of the README lists; none for `none`. */
function listed(readme: string, heading: string): string[] {
  const [, line] = new RegExp(`^- \\*\\*${heading}\\*\\*: ([^;\\n]*)`, 'm').exec(readme) ?? []
  expect(line, heading).toBeDefined()
  return sorted(line!.replace(/\.$/, '').split(', ')).filter(word => word !== 'none')
}

test.each(MODULES)('%s', module => {
  const readme = readFileSync(join(ROOT, 'src/modules', module, 'README.md'), 'utf8')
  const own = tables.filter(table => table.startsWith(`${module}.`)).map(table => table.slice(module.length + 1))
  expect(listed(readme, 'Tables')).toEqual(sorted(own))
  const sources = sourcesOf(module)
  const constants = new Map(
    [...sources.matchAll(/const (\w+) = '(\w+\.\w+)'/g)].map(([, name, type]) => [name!, type!]),
  )
  const subscribed = found(sources, /^ {2}on: \[([^\]]+)\]/gm).flatMap(list =>
    list.split(', ').map(one => constants.get(one) ?? one.replaceAll("'", '')),
  )
  expect(listed(readme, 'Events in')).toEqual(sorted(subscribed))
  for (const heading of ['Events out', 'Invariants']) expect(readme).toContain(`**${heading}**`)
  expect(readme).toContain('**Offers**')
  expect(readme.split('\n').length).toBeLessThanOrEqual(14)
})
