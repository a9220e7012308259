/** What the commands beside the product (backup, restore, verify) know of the installation they are run for. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, ConfigError, readConfig } from './config.ts'
import { secretKey } from './supervisor/secretKey.ts'

const root = join(import.meta.dirname, '../..')

export interface Installation {
  config: Config
  version: string
  migrations: string
  /** Null where neither the environment gives a secret nor the data folder has one; it is never made here. */
  secret: string | null
  /** What a person typed, seen from the folder in which it was typed: npm goes to the repository before it runs anything. */
  path(typed: string): string
  /** One line for the person at the terminal; what a program reads goes to stdout. */
  say(line: string): void
}

export function installationOf(env: NodeJS.ProcessEnv): Installation {
  const config = readConfig(env, 'start', root)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return {
    config,
    version,
    migrations: join(root, 'migrations'),
    secret: config.secret ?? (existsSync(join(config.dataDir, 'secret.key')) ? secretKey(config.dataDir) : null),
    path: typed => resolve(env.INIT_CWD ?? process.cwd(), typed),
    say: line => void process.stderr.write(`portico: ${line}\n`),
  }
}

/** Runs a command and exits: 0, or 1 after one line for each thing that is wrong. */
export async function command(run: (installation: Installation) => Promise<string>): Promise<never> {
  try {
    console.info(`portico: ${await run(installationOf(process.env))}`)
    process.exit(0)
  } catch (error) {
    const lines = error instanceof ConfigError ? error.problems : [(error as Error).message]
    for (const line of lines) process.stderr.write(`portico: ${line}\n`)
    process.exit(1)
  }
}
