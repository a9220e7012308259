/** What later modules may use of access: rights at a door and the judgement of a passage; rights given and taken without naming a group. */
export { identify, rightsOn } from './book.server.ts'
export { judge } from './decide.server.ts'
export { grant, revoke } from './grants.server.ts'
