/**
 * What later modules may use of people: imported history, phones for messages, who counts towards the limit of an application, their
 * PINs, and removing portraits of removed people.
 */
export { WITHIN_QUOTA } from './people.server.ts'
export { registeredSince } from './past.server.ts'
export { countPeople, phonesOf, type Phone } from './phonesOf.server.ts'
export { addVisitor } from './addVisitor.server.ts'
export { openPin } from './pin.server.ts'
export { forgetPortraits } from './portraits.server.ts'
