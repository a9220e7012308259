/** What later modules may use of sync: how far delivery is. */
export { progressByClass, progressOf } from './progress.server.ts'
