/** What later modules may use of rights: the progress of delivery. */
export { progressByClass, progressOf } from './progress.server.ts'
