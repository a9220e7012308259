/** What later modules may use of access: the judgement of a passage; its picture is forgotten. */
export { forgetCaptures } from './captures.server.ts'
export { judge } from './decide.server.ts'
