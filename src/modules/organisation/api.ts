/** What other modules may use of companies. */
export { giveCompanyRole } from './companyRoles.server.ts'
export { addRegisteredAgency } from './registeredAgency.server.ts'
