/** What later modules may use of access: the judgement of a passage. */
export { judge } from './decide.server.ts'
