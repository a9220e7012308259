/** What later modules may use of rights: the progress of delivery. */
export { progressByApplication } from './progress.server.ts'
