/** What later modules may use of applications: whether one may be entered, and the one of a trial. */
export { applicationState } from './applicationState.server.ts'
export { addTrialApplication } from './trialApplication.server.ts'
