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

/** Pictures of the public site move along paths; nobody works beside them. */
const PICTURES = ['src/console/app/login/LoginScene.css', 'src/console/site/pictures.css']

test('an animation that never ends moves only what the compositor draws, so that a page at rest is not painted anew', () => {
  const texts = globSync('src/**/*.css', { cwd: root })
    .filter(file => !PICTURES.includes(file))
    .map(file => readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''))
  const endless = new Set(
    texts.flatMap(text => [...text.matchAll(/animation:[^;]*?([a-z][\w-]*) [^;,]*infinite/g)].map(([, name]) => name!)),
  )
  const moved = texts.flatMap(text =>
    [...text.matchAll(/@keyframes ([\w-]+) \{((?:[^{}]*\{[^{}]*\})*)/g)]
      .filter(([, name]) => endless.has(name!))
      .flatMap(([, name, frames]) => [...frames!.matchAll(/([\w-]+):/g)].map(([, property]) => `${name} ${property}`)),
  )
  expect(endless.size).toBeGreaterThan(5)
  expect(moved.length).toBeGreaterThan(5)
  expect(moved.filter(one => !/ (opacity|transform|translate|scale|rotate)$/.test(one))).toEqual([])
})
