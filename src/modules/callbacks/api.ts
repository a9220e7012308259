/** What later modules may use of callbacks: how deliveries go, and why they failed. */
export { deliveryFigures, type DeliveryFigures } from './deliveryFigures.server.ts'
export { attemptsIn, errorIn } from './delivery.server.ts'
