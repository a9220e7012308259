/** What later modules may use of sync: groups that devices follow, documents, and sending again. */
export { touchDocument } from './document.server.ts'
export { beginGroup, setFollowers, touchGroup, touchMembers, touchSubjects, type Group } from './memberLog.server.ts'
export { readBack } from './readBack.server.ts'
export { retryDeliveries } from './retry.server.ts'
