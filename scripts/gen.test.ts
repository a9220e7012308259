/** Who generates the registries must not have read them before: after a pull they are those of another revision. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const STATIC = /^(?:import|export)\s+(?!type\b)(?:[^'"();]*?\sfrom\s+)?'((?:\.{1,2}\/|#)[^']+)'/gm
const pathOf = (from: string, to: string): string =>
  to.startsWith('#') ? join(root, 'src', to.slice(1)) : join(dirname(from), to)

/** Everything that is read before the file runs, with the file that imports it. */
function readBefore(entry: string): Map<string, string> {
  const found = new Map<string, string>()
  const open = [entry]
  for (let file = open.pop(); file; file = open.pop())
    for (const [, to] of readFileSync(file, 'utf8').matchAll(STATIC)) {
      const path = pathOf(file, to!)
      if (found.has(path)) continue
      found.set(path, file)
      if (/\.tsx?$/.test(path) && existsSync(path)) open.push(path)
    }
  return found
}

const scripts = readdirSync(join(root, 'scripts'))
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => join(root, 'scripts', name))
const generating = scripts.filter(file => readBefore(file).get(join(root, 'scripts/gen.ts')) === file)

test('no script that generates the registries reads them before it runs', () => {
  expect(generating).toContain(join(root, 'scripts/start.ts'))
  const wrong = generating.flatMap(file =>
    [...readBefore(file)]
      .filter(([path]) => path.includes('/src/main/generated/'))
      .map(([path, from]) => `${file}: ${from} reads ${path}`),
  )
  expect(wrong).toEqual([])
})
