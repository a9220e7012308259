/** What later modules may use of applications: how deliveries go, and why they failed. */
export { deliveryFigures, type DeliveryFigures } from './deliveryFigures.server.ts'
export { applicationState } from './applicationState.server.ts'
export { addTrialApplication } from './trialApplication.server.ts'
export { attemptsIn, errorIn } from './delivery.server.ts'
