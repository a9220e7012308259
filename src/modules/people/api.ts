/** What later modules may use of people: imported history, and removing portraits of removed people. */
export { registeredSince } from './past.server.ts'
export { forgetPortraits } from './portraits.server.ts'
