/** `npm run where <word>` finds the texts that contain a word, and no names in code. */
import { expect, test } from 'vitest'
import { linesWith, whereWord } from './whereWord.ts'

test('texts of definitions, messages and screens, with their lines', () => {
  const source = [
    "import { door } from './door.ts'",
    '/** A door. */',
    "export const door = text(['门禁', 'Door'])",
    'const openDoor = `No door ${door} here`',
    'export const Page = () => <p>The door is open</p>',
  ].join('\n')
  expect(linesWith('door', 'src/a.tsx', source)).toEqual([
    'src/a.tsx:3  Door',
    'src/a.tsx:4  No door',
    'src/a.tsx:5  The door is open',
  ])
  expect(linesWith('门', 'src/a.tsx', source)).toEqual(['src/a.tsx:3  门禁'])
})

test('lines of a guide', () => {
  expect(linesWith('noun', 'docs/guides/a.md', '# Add a noun\n\nwithout')).toEqual(['docs/guides/a.md:1  # Add a noun'])
})

test('in the product: a definition, a message and a guide', () => {
  const found = whereWord('组织')
  for (const part of ['src/modules/people/organization.noun.ts', 'src/main/applicationGroups.ts'])
    expect(found.filter(line => line.startsWith(`${part}:`)).length, part).toBeGreaterThan(0)
  expect(whereWord('noun').some(line => line.startsWith('docs/guides/add-a-noun.md:'))).toBe(true)
})
