/** Styles of all pages are in one document: a class that two files define draws the one with the rules of the other. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('each class is defined by one file', () => {
  const files = new Map<string, Set<string>>()
  for (const file of globSync('src/**/*.css', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, name] of text.matchAll(/^\s*\.([a-z][\w-]*)\s*(?=[,{])/gm))
      files.set(name!, (files.get(name!) ?? new Set()).add(file))
  }
  expect(files.size).toBeGreaterThan(500)
  expect([...files].filter(([, where]) => where.size > 1).map(([name, where]) => `${name}: ${[...where]}`)).toEqual([])
})
