/** What later modules may use of rights: the progress of delivery, what people were given at devices, and how a device fetches a portrait. */
export { progressByApplication } from './progress.server.ts'
export { givenRights } from './person.server.ts'
export { portraitUrl } from './portrait.server.ts'
