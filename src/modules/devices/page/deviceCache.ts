/** The addresses under which devices, their commands and their events are requested and cached. */
export const DEVICES = '/api/device/bind'
export const CONTROL = '/api/device/control'
export const EVENTS = '/api/device/event'
