/** Generated references are committed and current: `npm run reference` writes them. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openapi } from '#server/http/openapi.ts'
import { parts } from '#main/wire.ts'

test('docs/reference/openapi.json is what the definitions say', async () => {
  const committed = JSON.parse(await readFile(new URL('../docs/reference/openapi.json', import.meta.url), 'utf8'))
  expect(committed).toEqual(JSON.parse(JSON.stringify(openapi(parts, 'http://localhost:8080'))))
})
