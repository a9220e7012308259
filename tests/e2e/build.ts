/** Builds the console that the tests end to end use, so that they need not wait for it. */
import { builtConsole } from './builtConsole.ts'

await builtConsole()
