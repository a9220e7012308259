/** What later modules may use of devices: giving commands, and subscribing to facts. */
export { judgeGiven, queueCommand, screenedTexts, screenTexts, type CommandRequest } from './command/command.server.ts'
export { forgetAnswer } from './command/settle.server.ts'
export { Gate } from './connect/gate.server.ts'
export { startDispatcher } from './command/dispatch.server.ts'
export { endLeftovers, startPresence } from './connect/presence.server.ts'
export { forgetCaptures, forgetTakenAtDoors } from './facts/captures.server.ts'
export {
  forgetPictures,
  forgetUnsent,
  picturesOfCaptures,
  picturesOfCommands,
  picturesOfEvents,
  picturesOfPassages,
  type ShownPicture,
} from './facts/pictures.server.ts'
export { listFacts, ofOwnDevices, spanOf } from './facts/listFacts.server.ts'
export { OPEN_ALARM } from './alarm/alarmActs.server.ts'
export { raiseAlarm } from './alarm/raiseAlarm.server.ts'
export { numbered } from './stock/numbered.server.ts'
export { dropTallies, type TalliedHour } from './facts/tallies.server.ts'
export {
  handlePast,
  holdSince,
  logPast,
  storePast,
  storePastCommands,
  storePastSessions,
  type PastCommand,
  type PastEvent,
  type PastSession,
} from './past.server.ts'
export { storePastReadings, type PastReading } from './storePastReadings.server.ts'
export { bindDevice } from './stock/binding.server.ts'
export { openDeviceSecret, stockDevice } from './stock/warehouse.server.ts'
export { hourly } from './facts/hourly.server.ts'
