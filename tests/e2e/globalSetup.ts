/** Setup of the end-to-end tests: the cluster of every test run, and the built console. */
import { chromiumOrThrow } from '../harness/chromium.ts'
import startCluster from '../harness/globalSetup.ts'
import { builtConsole, CONSOLE_VARIABLE } from './builtConsole.ts'

export default async function setup(): Promise<() => Promise<void>> {
  chromiumOrThrow()
  process.env[CONSOLE_VARIABLE] = await builtConsole()
  return startCluster()
}
