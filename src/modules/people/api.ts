/** What later modules may use of people: removing portraits of removed people. */
export { forgetPortraits } from './portraits.server.ts'
