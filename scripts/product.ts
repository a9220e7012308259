/** The supervisor on this repository's own entry files; imported by `start.ts` when the registries are there. */
import { join } from 'node:path'
import { checkSecret } from '../src/main/checkSecret.ts'
import { migrate } from '../src/server/sql/migrate.ts'
import { claimMachine } from '../src/main/supervisor/claimMachine.ts'
import { supervise } from '../src/main/supervisor/supervise.ts'

const root = join(import.meta.dirname, '..')
const main = join(root, 'src/main')

process.exit(
  await supervise({
    mode: process.argv.includes('--serve') ? 'serve' : 'start',
    env: process.env,
    root,
    entries: { server: join(main, 'server.ts'), worker: join(main, 'worker.ts'), demo: join(main, 'demo.ts') },
    migrate: connection => migrate(connection, join(root, 'migrations')),
    checkSecret,
    claim: claimMachine,
    print: line => console.log(line),
  }),
)
