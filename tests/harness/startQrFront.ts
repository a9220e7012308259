/** The HTTP listener for devices with the paths of QR readers alone, on any free port. */
import type { DeviceGate } from '#model/gate.ts'
import type { Front } from '#model/protocol.ts'
import { startDeviceHttp, type DeviceHttpOptions } from '#protocols/http/startDeviceHttp.ts'
import { protocol } from '#protocols/qrHttp/protocol.ts'

export const startQrFront = (gate: DeviceGate, limits: NonNullable<DeviceHttpOptions['limits']> = {}): Promise<Front> =>
  startDeviceHttp({ host: '127.0.0.1', port: 0, gate, limits }, [protocol])
