/** What later modules may use of applications: their state, and the application of a trial. */
export { applicationState } from './applicationState.server.ts'
export { addTrialApplication } from './trialApplication.server.ts'
