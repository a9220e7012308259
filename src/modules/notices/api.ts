/** What other modules may use of notices. */
export { noticesOf, notify, recipientsOf, type Notice } from './notify.server.ts'
