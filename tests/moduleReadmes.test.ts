/** Each module says in ten lines what it owns, offers and subscribes to; what can be compared with the code is. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const MODULES = readdirSync(join(ROOT, 'src/modules'))
/** In the order of the migrations: what is dropped may be made again. */
const TABLE = '(create|drop) table (?:if (?:not )?exists )?module\\.(\\w+)'
const migrations = readdirSync(join(ROOT, 'migrations'))
  .sort()
  .map(file => readFileSync(join(ROOT, 'migrations', file), 'utf8'))
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
  const tables = new Set<string>()
  for (const [, act, table] of migrations.join('\n').matchAll(new RegExp(TABLE.replace('module', module), 'g')))
    if (act === 'create') tables.add(table!)
    else tables.delete(table!)
  expect(listed(readme, 'Tables')).toEqual(sorted(tables))
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
  expect(readme.split('\n').length).toBeLessThanOrEqual(18)
})
