/** The console of these sources, built once and stored beside the tests, so that no other build can change it during a run. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesHash } from '../../src/main/supervisor/consoleBuild.ts'

/** The folder; set by globalSetup.ts and inherited by the processes of test files. */
export const CONSOLE_VARIABLE = 'PORTICO_TEST_CONSOLE'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'tests/.tmp')

export async function builtConsole(): Promise<string> {
  const stamp = sourcesHash(ROOT)
  const name = `console-${stamp.slice(0, 16)}`
  const folder = join(FOLDER, name)
  if (existsSync(join(folder, 'index.html'))) return folder
  const half = join(FOLDER, `building-${process.pid}`)
  rmSync(half, { recursive: true, force: true })
  const served = join(ROOT, 'dist/console')
  const fresh = existsSync(join(served, '.stamp')) && readFileSync(join(served, '.stamp'), 'utf8') === stamp
  if (fresh) cpSync(served, half, { recursive: true })
  else await build(half)
  for (const old of readdirSync(FOLDER))
    if (old.startsWith('console-') && old !== name) rmSync(join(FOLDER, old), { recursive: true, force: true })
  renameSync(half, folder)
  return folder
}

async function build(outDir: string): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  )
  const code = await new Promise(resolve => child.once('exit', resolve).once('error', resolve))
  if (code !== 0) throw new Error('the console could not be built')
}
