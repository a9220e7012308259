/** The browser's entry: hands the console what the product consists of, as a chunk of its own that comes after sign-in. */
import { start } from '#console/app/start.tsx'

start(async () => ({ registry: (await import('./consoleRegistry.ts')).consoleRegistry }))
