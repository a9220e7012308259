/** What later modules may use of rights: the progress of delivery. */
export { progressByApplication, progressByClass } from './progress.server.ts'
