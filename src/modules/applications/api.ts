/** What later modules may use of applications: how deliveries go. */
export { deliveryFigures, type DeliveryFigures } from './deliveryFigures.server.ts'
export { attemptsIn } from './delivery.server.ts'
