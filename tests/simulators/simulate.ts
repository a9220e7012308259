/** A device of a class, put together from the abilities its class has. */
import { Apps, type AppOptions } from './abilities/Apps.ts'
import { Barrier, type BarrierOptions } from './abilities/Barrier.ts'
import { Cards, type CardOptions } from './abilities/Cards.ts'
import { Common, type CommonOptions } from './abilities/Common.ts'
import { Doors, type DoorOptions } from './abilities/Doors.ts'
import { Faces, type FaceOptions } from './abilities/Faces.ts'
import { SimDevice, type DeviceOptions } from './SimDevice.ts'

export const CLASSES = ['faceEqui', 'accessControlDevice', 'bollardDevice'] as const
export type SimClass = (typeof CLASSES)[number]

export interface SimOptions
  extends DeviceOptions, CommonOptions, DoorOptions, FaceOptions, CardOptions, BarrierOptions, AppOptions {
  doorCount?: number
}
export interface Simulated {
  deviceClass: SimClass
  device: SimDevice
  doors?: Doors
  faces?: Faces
  apps?: Apps
  cards?: Cards
  barrier?: Barrier
}

/** Makes the device; `device.start()` connects it. */
export function simulate(deviceClass: SimClass, options: SimOptions): Simulated {
  const device = new SimDevice(options)
  device.use(new Common(device, options))
  if (deviceClass === 'bollardDevice') return { deviceClass, device, barrier: device.use(new Barrier(device, options)) }
  const doors = device.use(new Doors(device, deviceClass === 'faceEqui' ? 1 : (options.doorCount ?? 4), options))
  return deviceClass === 'faceEqui'
    ? {
        deviceClass,
        device,
        doors,
        faces: device.use(new Faces(device, doors, options)),
        apps: device.use(new Apps(device, options)),
      }
    : { deviceClass, device, doors, cards: device.use(new Cards(device, doors, options)) }
}
