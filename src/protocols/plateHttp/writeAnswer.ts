/** What a camera is answered: whether its relay opens the bar, what the board beside it shows, and whether it sends more. */
import type { Params } from '#model/row.ts'
import { writeFrame } from '#protocols/ledTcp/frame.ts'
import { isImpossible, writeLines } from '#protocols/ledTcp/writeOrder.ts'
import type { PlateRead } from './readCall.ts'

/** Seconds that a board shows what it was sent. */
const SHOWN_S = 10
/** The board's own line of the camera. */
const BOARD = 0

/**
 * `info: ok` drives the relay, so it stands only where the car may pass. Without `retransfer_stop` newer cameras take the call
 * for failed and send it again for ever.
 */
const answer = (opens: boolean, more: object = {}): string =>
  JSON.stringify({
    Response_AlarmInfoPlate: {
      ...{ info: opens ? 'ok' : 'no', content: 'retransfer_stop', is_pay: opens ? 'true' : 'false', serialData: [] },
      ...more,
    },
  })

/** The plate and what there is to say, in the frame of boards on a serial line; nothing where it has no such characters. */
function boardWith(plateNo: string, display: string, allow: boolean): object {
  if (!display) return {}
  const voice = allow ? '请通行' : display
  const lines = [plateNo || '无牌车', display].map((text, at) => ({
    text,
    color: at && !allow ? 1 : 2,
    seconds: SHOWN_S,
  }))
  const frame = writeLines(lines, { stay: false, voice: plateNo ? `${plateNo}，${voice}` : voice })
  if (isImpossible(frame)) return {}
  const bytes = Buffer.from(writeFrame(frame))
  return { serialData: [{ serialChannel: BOARD, data: bytes.toString('base64'), dataLen: bytes.length }] }
}

/** That a read has arrived: a camera goes on with the next that it kept. */
const taken = ({ plateId }: Pick<PlateRead, 'plateId'>): object =>
  plateId === undefined ? {} : { ContinuePushOffline: { plateid: plateId, continue: 1 } }

/** The decision about a plate that somebody waits with. */
export function writeDecision(read: PlateRead, { allow, display }: Params): string {
  // Where the decision came too late there are no words of it, and the driver still waits.
  const shown = typeof display === 'string' && display ? display : allow === true ? '' : '请联系门岗'
  return answer(allow === true, { ...boardWith(read.plateNo, shown, allow === true), ...taken(read) })
}
/** What the camera decided by itself is long past: it opens nothing now. */
export const writeTaken = (read: PlateRead): string => answer(false, taken(read))
export const writeUnread = (): string => answer(false)
export const writeOpening = (): string => answer(true)
export const writeIdle = (): string => JSON.stringify({ status: 'ok' })
export const writeRefusal = (reason: string): string => JSON.stringify({ status: 'refused', reason })
