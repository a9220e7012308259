/** Short forms for the lists of devices. */
import type { DevicePlan } from './PlacePlan.ts'

type Where = readonly [site: string, position: string]
type Rest = Partial<DevicePlan>

/** A face terminal; `weight` says how busy it is relative to the others. */
export const face = (
  sn: string,
  name: string,
  [site, position]: Where,
  weight: number,
  rest: Rest = {},
): DevicePlan => ({
  ...{ sn, name, model: 'YB-F7', site, position, direction: 0, deviceClass: 'faceEqui', weight },
  behaves: { fwVersion: 'v3.1.8' },
  ...rest,
})

/** A face terminal that controls its door: people also show cards at it. */
export const terminal = (
  sn: string,
  name: string,
  [site, position]: Where,
  weight: number,
  rest: Rest = {},
): DevicePlan => ({
  ...{ sn, name, model: 'YB-A5', site, position, direction: 1, deviceClass: 'bsFaceDevice', weight },
  behaves: { fwVersion: 'v1.6.2', readers: 1 },
  ...rest,
})

/** A door controller with two doors, or with four. */
export const doors = (
  sn: string,
  name: string,
  [site, position]: Where,
  weight: number,
  { doorCount = 2, ...rest }: Rest & { doorCount?: 2 | 4 } = {},
): DevicePlan => ({
  ...{ sn, name, model: `LK-A${doorCount}`, site, position, direction: 0, deviceClass: 'accessControlDevice', weight },
  behaves: { doorCount, fwVersion: 'v3.4.17' },
  ...rest,
})

/** A parking lock with what its battery has, in percent. */
export const lock = (
  sn: string,
  name: string,
  [site, position]: Where,
  { battery, ...rest }: Rest & { battery: number },
): DevicePlan => ({
  ...{ sn, name, model: 'QT-L60', site, position, direction: 0, deviceClass: 'parkingLockDevice', weight: 0 },
  behaves: { closeDelayS: 30, battery },
  ...rest,
})

/** A QR reader that calls by HTTP; people show codes at it. */
export const reader = (sn: string, name: string, [site, position]: Where): DevicePlan => ({
  ...{ sn, name, model: 'LK-Q2', site, position, direction: 1, deviceClass: 'qrcodeDevice', weight: 0 },
})

/** A camera that captures faces, plates and bodies. */
export const camera = (sn: string, name: string, [site, position]: Where): DevicePlan => ({
  ...{ sn, name, model: 'LK-C4', site, position, direction: 0, deviceClass: 'captureDevice', weight: 0 },
})

/** A recorder of faces with four cameras. */
export const recorder = (
  sn: string,
  name: string,
  [site, position]: Where,
  cameras: readonly string[],
): DevicePlan => ({
  ...{ sn, name, model: 'LK-N4', site, position, direction: 0, deviceClass: 'nvrDevice', weight: 0 },
  behaves: { channelCount: 4, cameras },
})

/** A box that watches four cameras. */
export const analysisBox = (
  sn: string,
  name: string,
  [site, position]: Where,
  cameras: readonly string[],
): DevicePlan => ({
  ...{ sn, name, model: 'LK-B4', site, position, direction: 0, deviceClass: 'boxDevice', weight: 0 },
  behaves: { channelCount: 4, cameras },
})

/** An alarm host with eight zones. */
export const alarmHost = (sn: string, name: string, [site, position]: Where, rest: Rest = {}): DevicePlan => ({
  ...{ sn, name, model: 'QT-AH8', site, position, direction: 0, weight: 0 },
  ...{ deviceClass: 'alarmEquipmentClass', behaves: { zoneCount: 8 } },
  ...rest,
})

export const bollard = (sn: string, name: string, [site, position]: Where, rest: Rest = {}): DevicePlan => ({
  ...{ sn, name, model: 'QT-B219', site, position, direction: 0, deviceClass: 'bollardDevice', weight: 0 },
  behaves: { closeDelayS: 8 },
  ...rest,
})

/** A retractable gate; a loop in the ground opens it for cars that leave. */
export const gate = (sn: string, name: string, [site, position]: Where): DevicePlan => ({
  ...{ sn, name, model: 'QT-S12', site, position, direction: 0, deviceClass: 'ssmDevice', weight: 0, exit: true },
  behaves: { travelMs: 9000, closeDelayS: 20, openLimitS: 60 },
})

/** A swing door with two leaves. */
export const swingDoor = (sn: string, name: string, [site, position]: Where): DevicePlan => ({
  ...{ sn, name, model: 'QT-P2', site, position, direction: 0, deviceClass: 'swingdoorDevice', weight: 0, exit: true },
  behaves: { closeDelayS: 10, openLimitS: 90 },
})

/** A barrier for cars, or a turnstile: people show cards at it. */
export const brake = (
  sn: string,
  name: string,
  [site, position]: Where,
  weight: number,
  { behaves, ...rest }: Rest = {},
): DevicePlan => ({
  ...{ sn, name, model: behaves?.forPeople ? 'QT-Z3' : 'QT-D6', site, position, direction: 0, weight },
  ...{ deviceClass: 'brakeDevice', behaves: { travelMs: 1500, closeDelayS: 8, ...behaves } },
  ...rest,
})

/** A barrier whose camera reads plates and asks by HTTP. */
export const plateLane = (sn: string, name: string, [site, position]: Where): DevicePlan => ({
  ...{ sn, name, model: 'QT-D6V', site, position, direction: 1, deviceClass: 'brakeDevice', weight: 0 },
})

/** A display board that dials in by TCP. */
export const board = (sn: string, name: string, [site, position]: Where): DevicePlan => ({
  ...{ sn, name, model: 'QT-E64', site, position, direction: 1, deviceClass: 'ledDevice', weight: 0 },
})
