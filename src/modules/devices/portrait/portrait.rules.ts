/** Portraits taken at devices: for how long each step may last, and the words for one that was not taken. */
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'

/** How long a device waits for the person. */
export const WAIT_S = 30
/** As soon as this an account asks a device again only by mistake, or as a program. */
export const AGAIN_S = 3
/** How long its answer counts: the command and a large picture take their time too. */
export const ANSWER_S = WAIT_S + 15
/** A picture without a decision is removed this long after the last moment of its answer. */
export const KEPT_MS = 10 * 60_000

export const NO_ANSWER: Text = ['设备没有应答，请检查设备后重试', 'The device did not answer; check it and try again']
export const TOO_LATE: Text = ['没有等到照片，请重新采集', 'No picture came in time; please take it again']
export const NO_PICTURE: Text = ['设备没有送来照片', 'The device sent no picture']

/** Why the device took none, in the words of its class, or as it said it. */
export function problemOf({ portraits, events }: DeviceClass, reason: unknown): Text {
  const field = portraits && events[portraits.event]!.fields[portraits.reason]
  const text = typeof reason === 'string' ? reason.trim().slice(0, 64) : ''
  const known = field?.kind === 'text' ? Object.values(field.known ?? {}).find(([wire]) => wire === text) : undefined
  if (known) return [known[1], known[2]]
  return text
    ? [`设备未能采集：${text}`, `The device took no portrait: ${text}`]
    : ['设备未能采集', 'The device took no portrait']
}

declare module '#model/live.ts' {
  interface LiveMessages {
    /** A device has answered to the account that asked for a portrait. */
    portrait: { captureId: string }
  }
}
