/**
 * What later modules may use of access: rights at a door and the decision about a passage; granting and revoking rights
 * without a group.
 */
export { identify, rightsOn } from './book.server.ts'
export { judge } from './decide.server.ts'
export { scopeOf } from './access.server.ts'
export { grant, revoke, takeBack, type Grant } from './grants.server.ts'
