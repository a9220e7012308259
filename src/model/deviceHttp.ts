/** Calls of devices by HTTP as protocols see them: what was sent, what is answered, and the platform's judgement of the caller. */
import type { Call, CallerSession, CallRefusal } from './gate.ts'

export interface DeviceRequest {
  method: string
  /** As it was sent, with the query. */
  target: string
  header(name: string): string | undefined
  /** Its bytes as they came, whatever their type. */
  body: Buffer
  address: string
}
export interface DeviceAnswer {
  status: number
  body: string | Uint8Array
  /** The content type; plain text in UTF-8 where it is absent. */
  type?: string
  /** A list is sent as so many headers of the name. */
  headers?: Readonly<Record<string, string | string[]>>
  /** After how many seconds to try again. */
  retryS?: number
}

/** Who calls, as the listener knows it; it counts refusals for all protocols together. */
export interface DeviceCaller {
  /** The call was refused before the platform could judge it. */
  refuse(): void
  /**
   * Has the platform judge the call; the device comes again within about `intervalS`. `tooMany` where so many calls of its
   * network were refused that none is judged, except those of devices admitted there.
   */
  call(
    call: Pick<Call, 'proves' | 'signed'> & { serial: string },
    intervalS: number,
  ): Promise<CallerSession | { refused: CallRefusal | 'tooMany' }>
}

/** Answers the calls to the paths of a protocol. If it rejects, nothing was stored, and the device is told to send it again. */
export type DeviceHandler = (request: DeviceRequest, caller: DeviceCaller) => Promise<DeviceAnswer>

/** What may be sent to a path. */
export interface DevicePath {
  /** The longest body. */
  bodyBytes: number
  /** The media types of bodies, such as `application/json`; absent where devices send any, or none at all. */
  types?: readonly string[]
}
