/** What later modules may use of applications: their state, the application of a trial, and imported history. */
export { applicationState } from './applicationState.server.ts'
export { existsSince } from './past.server.ts'
export { addTrialApplication } from './trialApplication.server.ts'
