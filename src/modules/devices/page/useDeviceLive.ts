/** Live messages about the devices of an application: state, fact, session, command, sync. */
import type { LiveMessage } from '#model/live.ts'
import { useLive, type LiveState } from '#console/data/live.ts'

const TYPES = ['state', 'fact', 'session', 'command', 'sync'] as const
type DeviceType = (typeof TYPES)[number]
/** A live message about one device. */
export type DeviceLive = LiveMessage<DeviceType>

export type DeviceFilter = {
  appId: string | undefined
  deviceClass?: string | undefined
  deviceId?: string | undefined
  types?: readonly DeviceType[]
}

const everything = {}
const isOfDevice = (message: LiveMessage): message is DeviceLive => TYPES.some(type => type === message.type)

/** `onMore` is called when the stream left messages out, so that the data must be loaded again. */
export const useDeviceLive = (
  filter: DeviceFilter | undefined,
  onMessages: (messages: readonly DeviceLive[]) => void,
  onMore?: () => void,
): LiveState =>
  useLive(filter && everything, frames => {
    if (!filter) return
    const own = frames
      .flatMap(frame => frame.rows)
      .filter(isOfDevice)
      .filter(
        message =>
          message.appId === filter.appId &&
          (!filter.deviceClass || !('deviceClass' in message) || message.deviceClass === filter.deviceClass) &&
          (!filter.deviceId || message.deviceId === filter.deviceId) &&
          (!filter.types || filter.types.includes(message.type)),
      )
    if (own.length) onMessages(own)
    if (frames.some(frame => frame.more > 0)) onMore?.()
  })
