/** Every lens is drawn by the common list, or listed here with what its page does not show of it yet. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { historyOf } from '#model/historyOf.ts'
import { verbsOf, type Lens } from '#model/noun.ts'
import { lenses, nouns } from '#main/registry.ts'
import { definitionPaths } from '#main/generated/definitionPaths.ts'
import { lensFile } from '#main/generated/nounIndex.ts'

const ROOT = join(import.meta.dirname, '..')
/** Pages that draw their lens themselves. This list may only shrink. */
const BY_HAND: Readonly<Record<string, string>> = {}

/** The text of a page and of everything it imports from its own folder, at any depth. */
function textOf(file: string, read = new Set<string>()): string {
  if (read.has(file) || !existsSync(file)) return ''
  read.add(file)
  const text = readFileSync(file, 'utf8')
  const beside = [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path]) => resolve(dirname(file), path!))
  return text + beside.map(path => textOf(path, read)).join('')
}
/** Its page has its name, in its own module or in that of its noun; without one the list is generated. */
function pageOf(lens: Lens): string | undefined {
  const modules = [...new Set(definitionPaths.map(path => path.split('/')[2]!))]
  return modules.map(module => join(ROOT, 'src/modules', module, `${lens.key}.page.tsx`)).find(existsSync)
}

test('each lens is drawn by the list, except those listed here', () => {
  expect(lenses.size).toBeGreaterThan(30)
  const byHand = [...lenses.values()].filter(lens => {
    const page = pageOf(lens)
    return page !== undefined && !textOf(page).includes('LensPage')
  })
  expect(byHand.map(lens => lens.key).sort()).toEqual(Object.keys(BY_HAND).sort())
})

test.each([...lenses.values()].map(lens => [lens.key, lens] as const))('%s names what its noun has', (_key, lens) => {
  const noun = nouns.get(lens.of)!
  expect(lensFile[lens.key]).toBeDefined()
  const known = (name: string): boolean => name in noun.fields || name in (noun.states ?? {}) || name in historyOf(noun)
  expect(lens.columns.filter(name => !known(name))).toEqual([])
  expect(
    (lens.filters ?? []).filter(
      name => (noun.fields[name] ?? historyOf(noun)[name])?.find === undefined && !(name in (noun.states ?? {})),
    ),
  ).toEqual([])
  expect((lens.tags ?? []).filter(name => !lens.filters?.includes(name))).toEqual([])
  expect((lens.essential ?? []).filter(name => !lens.columns.includes(name))).toEqual([])
  expect((lens.actions ?? []).filter(name => !(name in (noun.actions ?? {})))).toEqual([])
  // The server searches these fields, and answers the name of a row with its id.
  expect((lens.found ?? []).filter(name => noun.fields[name]?.find === undefined)).toEqual([])
  if (lens.found) expect(verbsOf(noun)).toEqual(expect.arrayContaining(['list', 'view']))
  if (lens.adds)
    expect([verbsOf(noun).includes('add'), lens.verbs ?? ['add'], lens.buttons?.add ?? true]).toEqual([
      true,
      expect.arrayContaining(['add']),
      true,
    ])
})
