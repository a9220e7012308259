/** An application with a lane whose camera asks about plates over HTTP. */
import type { Front } from '#model/protocol.ts'
import { startDeviceHttp } from '#protocols/http/startDeviceHttp.ts'
import { protocol } from '#protocols/plateHttp/protocol.ts'
import { PlateCamera, type PlateAnswer, type PlateCameraOptions } from '#simulators/PlateCamera.ts'
import { connectDevice, type Credentials } from './device.ts'
import { startPlatform, until, type TestPlatform } from './platform.ts'

export interface PlateWorld {
  platform: TestPlatform
  front: Front
  camera: PlateCamera
  credentials: Credentials
  /** Signs its calls, unless it is given no secret. */
  cameraOf(credentials: { sn: string; secret?: string }, more?: Partial<PlateCameraOptions>): PlateCamera
  passages(): Promise<any[]>
  /** A car comes, again where the platform could not decide in time, as on a busy machine. */
  readInTime(camera: PlateCamera, plate: string, more?: object): Promise<PlateAnswer>
  /** The lines of its log of one kind, the latest first. */
  logOf(kind: number): Promise<any[]>
  close(): Promise<void>
}

/** What the board shows where nothing was decided in time: such a passage is stored only after its answer. */
const LATE = '请联系门岗'
export const boardText = (board: readonly Buffer[]): string => new TextDecoder('gbk').decode(Buffer.concat(board))

export async function startPlateWorld(): Promise<PlateWorld> {
  const platform = await startPlatform()
  const { server, appId, models, ask, gateway } = platform
  const front = await startDeviceHttp({ host: '127.0.0.1', port: 0, gate: gateway.gate }, [protocol])
  const credentials = await connectDevice(server, appId, models.brakeDevice!, 'CAM-0001', '南门入口')
  const cameras: PlateCamera[] = []
  const cameraOf: PlateWorld['cameraOf'] = ({ sn, secret }, more = {}) => {
    const place = { host: '127.0.0.1', port: front.port, deviceName: sn, travelMs: 100, upMs: 300 }
    const made = new PlateCamera({ ...place, ...(secret ? { secret } : {}), ...more })
    cameras.push(made)
    return made
  }
  const passages = async (): Promise<any[]> =>
    (await ask('GET', '/api/person/passRecord/page?deviceClass=brakeDevice&size=50')).records
  return {
    ...{ passages, platform, front, credentials, cameraOf, camera: cameraOf(credentials) },
    readInTime: (camera, plate, more) =>
      until(async () => {
        const answer = await camera.read(plate, more)
        return answer && !boardText(answer.board).includes(LATE) && answer
      }, 'a decision in time'),
    async logOf(kind) {
      await gateway.gate.settled()
      return (await ask('GET', `/api/device/log/page?deviceId=${credentials.id}&kind=${kind}&size=100`)).records
    },
    async close() {
      for (const one of cameras) await one.stop()
      await front.close(1000)
      await platform.close()
    },
  }
}
