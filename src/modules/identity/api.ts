/** What other code may use of identity. */
export { makeAuthenticator, principalOf, type Authenticator } from './principal.server.ts'
export { isRandomStr, useCaptcha } from './captcha.server.ts'
export { newPasswordProblem } from './passwordPolicy.server.ts'
export { endSessions } from './session.server.ts'
export { resetAppSecret } from './apiKey.server.ts'
export { randomPassword } from './token.server.ts'
export { giveRoles } from './user.server.ts'
export { checkGiven, checkReach, type Excess } from './reach.server.ts'
export {
  addMainAccount,
  addOrganisation,
  closeOrganisations,
  giveFirstPassword,
  openOrganisation,
  renameOrganisation,
  setTrialEnd,
} from './organisations.server.ts'
export { giveBuiltInRole, keepBuiltInRole, type BuiltInRole } from './builtInRoles.server.ts'
export { lastProof } from './lastProof.server.ts'
export { spend } from './attempt.server.ts'
export { brandByCode, isCode, isPhone, phoneIndex, useCode } from './smsCode.server.ts'
export { openPassword } from './passwordTransport.server.ts'
