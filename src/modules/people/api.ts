/** What later modules may use of people: imported history, phones for messages, and removing portraits of removed people. */
export { registeredSince } from './past.server.ts'
export { phonesOf, type Phone } from './phonesOf.server.ts'
export { forgetPortraits } from './portraits.server.ts'
