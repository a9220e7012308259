/** Builds the console into `dist/console`, only when its sources have changed. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const SOURCES = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'public',
  'scripts/console',
  'src/base',
  'src/model',
  'src/devices',
  'src/console',
  'src/modules',
  'src/brands',
  'src/main',
]
/** Files among the sources that are never part of the bundle. */
const NOT_BUNDLED =
  /\.test\.tsx?$|\.server\.ts$|\/api\.ts$|\.md$|^src\/main\/(supervisor|server|worker|demo|config|weakSecrets)/

export type ConsoleBuild = {
  root: string
  log: (line: string) => void
  output: number
  tail: () => string
  abort: AbortSignal
}

/** Builds the console if it is outdated. Throws a one-line error when there is none and none can be built. */
export async function buildConsole({ root, log, output, tail, abort }: ConsoleBuild): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return
  const stampPath = join(root, 'dist/console/.stamp')
  const stamp = sourcesHash(root)
  const built = existsSync(join(root, 'dist/console/index.html'))
  if (built && existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return
  const vite = viteProgram(root)
  if (!vite) {
    if (!built)
      throw new Error(
        'the console is not built, and what builds it is not installed (NODE_ENV=production leaves dev dependencies out): run npm ci --include=dev, or bring dist/console from a machine that built it',
      )
    return log('the console is older than its sources, and what builds it is not installed: run npm ci --include=dev')
  }
  log('building the console (only when its sources have changed) …')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const kill = (): void => void child.kill('SIGTERM')
  abort.addEventListener('abort', kill)
  const code = await new Promise(resolve => child.once('exit', resolve).once('error', resolve))
  abort.removeEventListener('abort', kill)
  if (abort.aborted) return
  if (code !== 0) throw new Error(`the console could not be built:\n${tail()}`)
  writeFileSync(stampPath, stamp)
}

export function sourcesHash(root: string): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const path of filesOf(join(root, source))) {
      const name = relative(root, path)
      if (!NOT_BUNDLED.test(name)) hash.update(`${name}\0`).update(readFileSync(path)).update('\0')
    }
  }
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
  } catch {
    return [path]
  }
}

function viteProgram(root: string): string | undefined {
  const path = join(root, 'node_modules/vite/bin/vite.js')
  return existsSync(path) ? path : undefined
}
