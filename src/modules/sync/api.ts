/** What later modules may use of sync: groups that devices follow, documents, sending again, and why a delivery failed. */
export { confirmedDevices, touchDocument } from './document.server.ts'
export { documentStates } from './deviceDocuments.server.ts'
export { failureText } from './failureText.server.ts'
export { beginGroup, setFollowers, touchGroup, touchMembers, touchSubjects, type Group } from './memberLog.server.ts'
export { readBack } from './readBack.server.ts'
export { retryDeliveries } from './retry.server.ts'
