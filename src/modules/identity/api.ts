/** What other code may use of identity. */
export { makeAuthenticator, principalOf, type Authenticator } from './principal.server.ts'
export { isRandomStr, useCaptcha } from './captcha.server.ts'
export { newPasswordProblem } from './passwordPolicy.server.ts'
export { endSessions } from './session.server.ts'
export { randomPassword } from './token.server.ts'
export { giveRoles } from './user.server.ts'
export { checkReach } from './reach.server.ts'
