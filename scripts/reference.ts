/** Writes the generated references that are committed: the API and the configuration. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import './gen.ts'

const { openapi } = await import('../src/server/http/openapi.ts')
const { laidOut } = await import('../src/server/describe/laidOut.ts')
const { parts, partsOf } = await import('../src/main/wire.ts')
const folder = join(import.meta.dirname, '../docs/reference')
const document = openapi(parts, 'http://localhost:8080')
writeFileSync(join(folder, 'openapi.json'), `${laidOut(document)}\n`)
// The baseline with which the next description is compared: updated at a release, and whenever something was only added.
const { baselineOf, broken, unmentionedChanges } = await import('../src/server/describe/baseline.ts')
const place = join(folder, 'operations.json')
const now = baselineOf(document as never)
const before = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {}
const found = process.argv.includes('--release') ? [] : broken(before, now)
// Broken entries stay as they were until a release, so that each run reports them; new ones are added.
writeFileSync(place, `${JSON.stringify(found.length ? { ...now, ...before } : now, null, 1)}\n`)
// Changes that changes.md already mentions are left out, so that a new one stands alone.
const left = unmentionedChanges(found, readFileSync(join(folder, '../changes.md'), 'utf8'))
if (left.length) console.log(`each needs a line in docs/changes.md:\n  ${left.join('\n  ')}`)
const { CONFIG_PAGE, configReference } = await import('../src/main/configReference.ts')
writeFileSync(CONFIG_PAGE, configReference())
const { LIMIT_PAGE, limitReference } = await import('../src/main/limitReference.ts')
writeFileSync(LIMIT_PAGE, limitReference(partsOf('limits')))
console.log('docs/reference is current')
