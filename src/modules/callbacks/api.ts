/** What later modules may use of callbacks: statistics of deliveries, and reasons of failures. */
export { deliveryFigures, type DeliveryFigures } from './deliveryFigures.server.ts'
export { attemptsIn, errorIn } from './delivery.server.ts'
