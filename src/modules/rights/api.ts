/** What later modules may use of rights: the progress of delivery, and what people were given at devices. */
export { progressByApplication } from './progress.server.ts'
export { givenRights } from './person.server.ts'
