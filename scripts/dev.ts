/** `npm run dev`: the product as with `npm start`, and the console from its sources on port 5173, with a proxy to the API. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const env = { ...process.env, PORTICO_CONSOLE: 'skip' }
const children = [
  spawn(process.execPath, [join(root, 'scripts/start.ts')], { stdio: 'inherit', env }),
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), '--host', '127.0.0.1'], {
    stdio: 'inherit',
    env,
    cwd: root,
  }),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => children.forEach(child => child.kill(signal)))
for (const child of children) child.on('exit', () => children.forEach(other => other.kill('SIGTERM')))
