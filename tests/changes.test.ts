/** No change of the API breaks programs without a line in docs/changes.md. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openapi } from '#server/http/openapi.ts'
import { baselineOf, broken, unmentionedChanges, type Baseline } from '#server/describe/baseline.ts'
import { parts } from '#main/wire.ts'

const docs = (name: string): Promise<string> => readFile(new URL(`../docs/${name}`, import.meta.url), 'utf8')
const now = (): Baseline => baselineOf(JSON.parse(JSON.stringify(openapi(parts, ''))))

test('breaking changes of the description are listed in docs/changes.md', async () => {
  const before = JSON.parse(await docs('reference/operations.json')) as Baseline
  const lines = unmentionedChanges(broken(before, now()), await docs('changes.md')).map(one => {
    const at = one.indexOf(':')
    return `add to docs/changes.md: - \`${one.slice(0, at)}\`${one.slice(at)}`
  })
  expect(lines).toEqual([])
})

test('what was added is in the list that the next description is compared with', async () => {
  const before = JSON.parse(await docs('reference/operations.json')) as Baseline
  const added = Object.keys(now()).filter(id => !(id in before))
  expect(added, 'run npm run reference').toEqual([])
})

test('an undescribed type may be described; a described type may not change', () => {
  const was: Baseline = {
    viewIt: { method: 'get', path: '/it', required: [], answers: { open: 'any', note: 'integer' } },
  }
  const is: Baseline = { viewIt: { ...was.viewIt!, answers: { open: 'object', 'open.more': 'string', note: 'any' } } }
  expect(broken(was, is)).toEqual(['viewIt: note was integer and is any'])
})

test('an answer may promise more than it did: never null where it could be', () => {
  const was: Baseline = { viewIt: { method: 'get', path: '/it', required: [], answers: { at: 'null|string' } } }
  const is: Baseline = { viewIt: { ...was.viewIt!, answers: { at: 'string' } } }
  expect(broken(was, is)).toEqual([])
  expect(broken(is, was)).toEqual(['viewIt: at was string and is null|string'])
})

test('a removed operation, a new required input, a removed field and another type are breaks; additions are not', () => {
  const was = now()
  const { listSite: _gone, ...rest } = was
  const person = was['row person']!
  const { name, ...fields } = person.answers
  const is: Baseline = {
    ...rest,
    addSite: { ...was.addSite!, required: [...was.addSite!.required, 'body colour'] },
    'row person': { ...person, answers: { ...fields, rev: 'string', more: 'string' } },
    somethingNew: was.addSite!,
  }
  const found = broken(was, is)
  expect(name).toBe('string')
  expect(found.sort()).toEqual([
    'addSite: now needs body colour',
    'listSite: is gone',
    'row person: answers no name any more',
    'row person: rev was integer and is string',
  ])
  expect(unmentionedChanges(found, '- `listSite` is gone; `viewSite` stays\n- `row person`: smaller')).toEqual([
    'addSite: now needs body colour',
  ])
})
