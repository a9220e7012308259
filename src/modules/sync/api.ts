/** What later modules may use of sync: the progress of delivery. */
export { progressByClass, progressOf } from './progress.server.ts'
