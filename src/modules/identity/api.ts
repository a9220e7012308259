/** What other code may use of identity. */
export { makeAuthenticator, type Authenticator } from './principal.server.ts'
