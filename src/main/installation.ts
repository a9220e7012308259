/** What the commands beside the product (backup, restore, verify) know of their installation. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, ConfigError, readConfig } from './config.ts'
import { secretKey } from './supervisor/secretKey.ts'

const root = join(import.meta.dirname, '../..')

export interface Installation {
  config: Config
  version: string
  migrations: string
  /** Null when neither the environment nor the data folder has a secret; it is never created here. */
  secret: string | null
  /** A path that a user typed, relative to the folder in which it was typed: npm changes to the repository before it runs anything. */
  path(typed: string): string
  /** Prints one line for the person at the terminal; output for programs goes to stdout. */
  print(line: string): void
}

function installationOf(env: NodeJS.ProcessEnv): Installation {
  const config = readConfig(env, 'start', root)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return {
    config,
    version,
    migrations: join(root, 'migrations'),
    secret: config.secret ?? (existsSync(join(config.dataDir, 'secret.key')) ? secretKey(config.dataDir) : null),
    path: typed => resolve(env.INIT_CWD ?? process.cwd(), typed),
    print: line => void process.stderr.write(`portico: ${line}\n`),
  }
}

/** Runs a command and exits: with 0, or with 1 after one line for each problem. */
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
