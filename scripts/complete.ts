/** The last part of `npm run check`: names what definitions lack, and references that are not current; silent when all is complete. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import './gen.ts'

const { missing } = await import('./complete/missing.ts')
const { productOf } = await import('./complete/product.ts')
const { LIMIT_PAGE, limitReference } = await import('../src/main/limitReference.ts')
const { parts, partsOf } = await import('../src/main/wire.ts')
const { laidOut } = await import('../src/server/describe/laidOut.ts')
const { openapi } = await import('../src/server/http/openapi.ts')

const root = join(import.meta.dirname, '..')
const text = (path: string): string => readFileSync(join(root, path), 'utf8')
const drafts = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path))
  .filter(path => text(`src/${path}`).startsWith('/** One sentence:'))
  .map(path => `src/${path}: its first line is still that of the draft`)
const described = `${laidOut(openapi(parts, 'http://localhost:8080'))}\n` === text('docs/reference/openapi.json')
const limited = limitReference(partsOf('limits')) === readFileSync(LIMIT_PAGE, 'utf8')
const stale = described && limited ? [] : ['docs/reference is not current: npm run reference']
const problems = [...missing(productOf()), ...drafts, ...stale]
for (const problem of problems) console.error(problem)
process.exit(problems.length ? 1 : 0)
