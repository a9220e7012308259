/** What later modules and the demo may use of repairs: imported history. */
export { reportedAt } from './past.server.ts'
