/** Under which addresses devices, their commands and their events are asked for and kept. */
export const DEVICES = '/api/device/bind'
export const CONTROL = '/api/device/control'
export const EVENTS = '/api/device/event'
