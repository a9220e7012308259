/** `npm start` and `npm run serve`: the supervisor on this repository's own entry files. */
import { join } from 'node:path'
// Generates the registries from which the server and the console are built.
import './gen.ts'
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
