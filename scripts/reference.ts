/** Writes the references that are generated and committed: the API and the configuration. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import './gen.ts'

const { openapi } = await import('../src/server/http/openapi.ts')
const { parts } = await import('../src/main/wire.ts')
const folder = join(import.meta.dirname, '../docs/reference')
writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(openapi(parts, 'http://localhost:8080'), null, 1)}\n`)
await import('../src/main/configReference.ts')
console.log('docs/reference is current')
