/** What later modules may use of devices: give commands, hear of facts. */
export { queueCommand, type CommandRequest } from './command.server.ts'
export { Gate } from './gate.server.ts'
export { startDispatcher } from './dispatch.server.ts'
export { endLeftovers, startPresence } from './presence.server.ts'
export { deviceEventHalf } from './events.server.ts'
export { OPEN_ALARM } from './openAlarm.server.ts'
export { bindDevice } from './binding.server.ts'
export { openDeviceSecret, stockDevice } from './warehouse.server.ts'
