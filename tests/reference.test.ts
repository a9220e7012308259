/** Generated references are committed and up to date: `npm run reference` writes them. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openapi } from '#server/http/openapi.ts'
import { LIMIT_PAGE, limitReference } from '#main/limitReference.ts'
import { parts, partsOf } from '#main/wire.ts'

test('docs/reference/openapi.json matches the definitions', async () => {
  const committed = await readFile(new URL('../docs/reference/openapi.json', import.meta.url), 'utf8')
  const described = `${JSON.stringify(openapi(parts, 'http://localhost:8080'), null, 1)}\n`
  const [before, now] = [committed.split('\n'), described.split('\n')]
  const first = now.findIndex((line, at) => line !== before[at])
  // A complete diff would be too long to read.
  expect(first < 0 ? '' : `line ${first + 1}: ${before[first]} → ${now[first]}`, 'run npm run reference').toBe('')
})

test('docs/reference/limits.md matches the declared limits', async () => {
  expect(await readFile(LIMIT_PAGE, 'utf8'), 'run npm run reference').toBe(limitReference(partsOf('limits')))
})
