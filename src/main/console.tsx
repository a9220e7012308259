/** The browser's entry: passes the product's definitions to the console, as a chunk that is loaded after sign-in. */
import { start } from '#console/app/start.tsx'

start(async () => ({ registry: (await import('./consoleRegistry.ts')).consoleRegistry }))
