/** Before the tests end to end: the cluster of every test run, and the console as it would be served. */
import { existsSync } from 'node:fs'
import startCluster from '../harness/globalSetup.ts'
import { builtConsole, CONSOLE_VARIABLE } from './builtConsole.ts'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'

export default async function setup(): Promise<() => Promise<void>> {
  if (!existsSync(CHROMIUM)) throw new Error(`no browser at ${CHROMIUM}: set CHROMIUM to the path of a Chromium`)
  process.env[CONSOLE_VARIABLE] = await builtConsole()
  return startCluster()
}
