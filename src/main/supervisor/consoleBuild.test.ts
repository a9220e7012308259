import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { buildConsole, sourcesHash } from './consoleBuild.ts'

const root = join(import.meta.dirname, '../../../tests/.tmp', `console-${process.pid}`)
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A repository with a fake vite that only reports that it ran. */
function fill(): void {
  put('package.json', '{}')
  put('index.html', '<p>')
  put('src/console/a.tsx', 'one')
  put('src/modules/x/p.page.tsx', 'one')
  put(
    'node_modules/vite/bin/vite.js',
    "const fs = require('fs'); fs.mkdirSync('dist/console', { recursive: true }); fs.writeFileSync('dist/console/index.html', ''); fs.appendFileSync('runs', 'x')",
  )
}
const lines: string[] = []
const build = (): Promise<void> =>
  buildConsole({
    root,
    log: line => lines.push(line),
    output: 2,
    tail: () => 'the reason',
    abort: new AbortController().signal,
  })
const runs = (): number => (existsSync(join(root, 'runs')) ? readFileSync(join(root, 'runs'), 'utf8').length : 0)

test('built when a source changed, and only then', async () => {
  fill()
  await build()
  await build()
  expect(runs()).toBe(1)
  put('src/modules/x/p.page.tsx', 'two')
  await build()
  expect(runs()).toBe(2)
  put('src/modules/x/p.server.ts', 'never in the bundle')
  put('src/console/a.test.tsx', 'nor this')
  put('src/main/supervisor/s.ts', 'nor this')
  await build()
  expect(runs()).toBe(2)
})

test('a moved source is a change, though its text is the same', () => {
  fill()
  const before = sourcesHash(root)
  rmSync(join(root, 'src/console/a.tsx'))
  put('src/console/b.tsx', 'one')
  expect(sourcesHash(root)).not.toBe(before)
})

test('a failing build is reported with its reason, and the next start tries again', async () => {
  fill()
  put('node_modules/vite/bin/vite.js', 'process.exit(3)')
  await expect(build()).rejects.toThrow('the console could not be built:\nthe reason')
  fill()
  await build()
  expect(runs()).toBe(1)
})

test('without what builds it: an old console serves, none is an error that says what to do', async () => {
  fill()
  await build()
  rmSync(join(root, 'node_modules'), { recursive: true })
  put('src/console/a.tsx', 'two')
  await build()
  expect(lines.at(-1)).toContain('older than its sources')
  rmSync(join(root, 'dist'), { recursive: true })
  await expect(build()).rejects.toThrow('npm ci --include=dev')
})
