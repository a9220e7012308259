/** What other code may use of identity. */
export { makeAuthenticator, principalOf, type Authenticator } from './principal.server.ts'
export { isRandomStr, useCaptcha } from './captcha.server.ts'
