/** Drafts pass prettier and every rule of tidy unchanged, and list what is left to do. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { FILE_RULES, PROJECT_RULES } from '../tidy/judge.ts'
import { KINDS, withTable } from './drafts.ts'

const root = join(import.meta.dirname, '../..')
const WORDS: Readonly<Record<string, readonly string[]>> = {
  migration: ['colours_of_gates', 'ingest.store', 'base.protect'],
  noun: ['applications', 'gateKey'],
  page: ['applications', 'gateKey'],
  class: ['swingGate'],
  protocol: ['modbus'],
}
const FREE = { migration: '9990', port: 12_345 }

test.each(Object.keys(KINDS))('%s: the draft passes, and names guides that are there', async kind => {
  const draft = KINDS[kind]!.draft(WORDS[kind]!, FREE)!
  const config = await resolveConfig(join(root, 'package.json'))
  const sources = new Map(Object.entries(draft.files).filter(([path]) => /\.tsx?$/.test(path)))
  expect(sources.size > 0 || Object.keys(draft.files).every(path => path.endsWith('.sql'))).toBe(true)
  for (const [path, text] of sources) {
    expect(await check(text, { ...config, filepath: path }), path).toBe(true)
    const problems = Object.entries(FILE_RULES).flatMap(([rule, judge]) =>
      judge(path, text).map(one => `${rule}: ${one}`),
    )
    expect(problems, path).toEqual([])
  }
  expect(Object.values(PROJECT_RULES).flatMap(judge => judge(sources))).toEqual([])
  const named = draft.left.join(' ').match(/(?:docs|src|tests)\/[\w/.-]+\.\w+/g) ?? []
  expect(named.filter(path => !existsSync(join(root, path)))).toEqual([])
  expect(named.some(path => path.startsWith('docs/guides/'))).toBe(true)
})

test('a migration of functions states each as its file does', () => {
  const { files } = KINDS.migration!.draft(['colours_of_gates', 'ingest.store', 'base.protect'], FREE)!
  const [[path, text]] = Object.entries(files) as [[string, string]]
  expect(path).toBe('migrations/9990_colours_of_gates.sql')
  for (const name of ['ingest.store', 'base.protect'])
    expect(text).toContain(readFileSync(join(root, `src/server/sql/functions/${name}.sql`), 'utf8'))
  expect(KINDS.migration!.draft(['colours_of_gates', 'ingest.nothing'], FREE)).toBeNull()
})

test('a table is added to the line of its module once, wherever that line ends', () => {
  const line = '- **Tables**: card, person; it reads others.'
  expect(withTable(withTable(line, 'pet'), 'pet')).toBe('- **Tables**: card, person, pet; it reads others.')
  expect(withTable('- **Tables**: none.', 'pet')).toBe('- **Tables**: pet.')
})

test('arguments that are not in the usage are refused', () => {
  expect(KINDS.noun!.draft(['nowhere', 'gateKey'], FREE)).toBeNull()
  expect(KINDS.class!.draft(['Swing gate'], FREE)).toBeNull()
})
