/** Generated references are committed and up to date: `npm run reference` writes them. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { choice, day, integer, ref, text } from '#model/field.ts'
import { defineNoun } from '#model/noun.ts'
import { openapi } from '#server/http/openapi.ts'
import { laidOut } from '#server/describe/laidOut.ts'
import { implement, type ServerPart } from '#server/parts.ts'
import { LIMIT_PAGE, limitReference } from '#main/limitReference.ts'
import { parts, partsOf } from '#main/wire.ts'

test('docs/reference/openapi.json matches the definitions', async () => {
  const committed = await readFile(new URL('../docs/reference/openapi.json', import.meta.url), 'utf8')
  const described = `${laidOut(openapi(parts, 'http://localhost:8080'))}\n`
  const [before, now] = [committed.split('\n'), described.split('\n')]
  const first = now.findIndex((line, at) => line !== before[at])
  // A complete diff would be too long to read.
  expect(first < 0 ? '' : `line ${first + 1}: ${before[first]} → ${now[first]}`, 'run npm run reference').toBe('')
})

const FIVE_FIELDS = defineNoun('gateKey', {
  ...{ label: ['钥匙', 'Gate key'], api: '/api/access/gateKey', table: 'access.gate_key', scope: 'application' },
  name: 'name',
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 64, find: 'contains' }),
    colour: choice(['颜色', 'Colour'], { red: [1, '红', 'Red'], blue: [2, '蓝', 'Blue'] }, { find: 'among' }),
    doorId: ref(['门', 'Door'], 'device', { find: 'equal' }),
    count: integer(['数量', 'Number'], { min: 0, max: 99 }),
    until: day(['有效期至', 'Until'], { find: 'range', sort: true }),
  },
})

test('the whole description is at most 60,000 lines, and a noun with five fields 300 of them', () => {
  const linesOf = (of: readonly ServerPart[]): number => laidOut(openapi(of, '')).split('\n').length
  const now = linesOf(parts)
  expect(now).toBeLessThanOrEqual(60_000)
  expect(linesOf([...parts, implement(FIVE_FIELDS)]) - now).toBeLessThanOrEqual(300)
})

test('docs/reference/limits.md matches the declared limits', async () => {
  expect(await readFile(LIMIT_PAGE, 'utf8'), 'run npm run reference').toBe(limitReference(partsOf('limits')))
})
