/** What later modules may use of people: portraits of who was removed are forgotten. */
export { forgetPortraits } from './portraits.server.ts'
