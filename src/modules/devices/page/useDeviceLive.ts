/** What devices of an application say right now, as these pages need it: state, fact, session, command, sync. */
import { useLive, type LiveState } from '#console/data/live.ts'

export interface DeviceMessage {
  type: 'state' | 'fact' | 'session' | 'command' | 'sync'
  appId: string
  deviceId: string
  deviceClass?: string
  at: string
  states?: readonly { component: string; vals: Record<string, unknown> }[]
  factId?: string
  family?: number
  identifier?: string
  level?: number
  commandId?: string
  online?: boolean
}

export type DeviceFilter = {
  appId: string | undefined
  deviceClass?: string | undefined
  deviceId?: string | undefined
  types?: readonly DeviceMessage['type'][]
}

const everything = {}

/** `onMore`: the stream said that it left some out, so that what is shown must be asked anew. */
export const useDeviceLive = (
  filter: DeviceFilter | undefined,
  onMessages: (messages: readonly DeviceMessage[]) => void,
  onMore?: () => void,
): LiveState =>
  useLive(filter && everything, given => {
    if (!filter) return
    // The stream sends frames of rows; a frame may come as it is or already opened.
    const frames = given as readonly unknown[] as readonly (
      DeviceMessage | { rows: readonly DeviceMessage[]; more?: number }
    )[]
    const own = frames
      .flatMap(frame => ('rows' in frame ? frame.rows : [frame]))
      .filter(
        message =>
          message.appId === filter.appId &&
          (!filter.deviceClass || !message.deviceClass || message.deviceClass === filter.deviceClass) &&
          (!filter.deviceId || message.deviceId === filter.deviceId) &&
          (!filter.types || filter.types.includes(message.type)),
      )
    if (own.length) onMessages(own)
    if (frames.some(frame => 'rows' in frame && (frame.more ?? 0) > 0)) onMore?.()
  })
