/** What other modules may use of identity. */
export { makeAuthenticator, principalOf, type Authenticator } from './signIn/principal.server.ts'
export { isRandomStr, newCaptcha, useCaptcha } from './signIn/captcha.server.ts'
export { newPasswordProblem } from './account/passwordPolicy.server.ts'
export { endSessions } from './signIn/session.server.ts'
export { resetAppSecret } from './apiKey/apiKey.server.ts'
export { randomPassword } from './signIn/token.server.ts'
export {
  ensureInstallationAccount,
  lockInstallationAccount,
  type InstallationAccount,
} from './account/installationAccount.server.ts'
export { BRAND_OF_EACH, servicePhoneOf } from './organisation/brandOf.server.ts'
export {
  accountNames,
  accountsThatSee,
  judgeNamedAccounts,
  staffNameOf,
  type SeeingAccount,
} from './account/staffOf.server.ts'
export { heldBack, heldBackRows, requirePoints, type Saver } from './account/heldBack.server.ts'
export { giveRoles } from './account/user.server.ts'
export { checkGiven, checkReach, type Excess } from './role/reach.server.ts'
export {
  addMainAccount,
  addOrganisation,
  closeOrganisations,
  giveFirstPassword,
  openOrganisation,
  renameOrganisation,
  setTrialEnd,
} from './organisation/organisations.server.ts'
export { giveBuiltInRole, keepBuiltInRole, type BuiltInRole } from './role/builtInRoles.server.ts'
export { handOverIdentity, losersOf } from './organisation/handOver.server.ts'
export { menuPages, showMenuPages } from './role/menuPages.server.ts'
export { lastProof } from './signIn/lastProof.server.ts'
export { isSpent, spend } from './signIn/attempt.server.ts'
export { brandByCode, isCode, phoneIn, phoneIndex, useCode } from './signIn/smsCode.server.ts'
export { openPassword } from './signIn/passwordTransport.server.ts'
export { sendNotice, sendsNotices } from './signIn/sms/sendSms.ts'
export { phoneOf } from './account/phoneOf.server.ts'
