/** A platform with a face terminal, a bollard and a door controller that are connected, for tests of what links them. */
import { connectDevice, openDevice, type Credentials, type TestDevice } from './device.ts'
import { startPlatform, type TestPlatform } from './platform.ts'

const CLASSES = { face: 'faceEqui', bollard: 'bollardDevice', controller: 'accessControlDevice' } as const

export interface LinkedDevices {
  platform: TestPlatform
  /** Their names are their keys. */
  devices: Record<keyof typeof CLASSES, Credentials & { link: TestDevice }>
  close(): Promise<void>
}

export async function startLinkedDevices(options: Parameters<typeof startPlatform>[0] = {}): Promise<LinkedDevices> {
  const platform = await startPlatform(options)
  const { server, appId, models, gateway } = platform
  const connect = async (key: keyof typeof CLASSES): Promise<Credentials & { link: TestDevice }> => {
    const credentials = await connectDevice(server, appId, models[CLASSES[key]]!, `LNK-${key}`, key)
    return { ...credentials, link: await openDevice(gateway.port, credentials) }
  }
  const devices = {
    face: await connect('face'),
    bollard: await connect('bollard'),
    controller: await connect('controller'),
  }
  return {
    platform,
    devices,
    async close() {
      for (const { link } of Object.values(devices)) await link.end()
      await platform.close()
    },
  }
}
