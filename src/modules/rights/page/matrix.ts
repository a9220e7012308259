/** The matrix as the server returns it, and the texts of its cells. */
import type { Text } from '#base/text.ts'
import type { DeliveryCell } from '#model/delivery.ts'

export interface Door {
  id: string
  no: number
  name: string | null
  deviceId: string
  deviceName: string
  online: boolean
  offlineSince: string | null
  personCount: number | null
  capacity: number | null
}
export interface MatrixPerson {
  id: string
  name: string
  personNo: string | null
  orgName: string | null
  portraitFile: string | null
  faceState: number
  validTo: string | null
}
export interface Matrix {
  /** As many as the table supports, of `doorTotal`. */
  doors: Door[]
  doorTotal: number
  people: MatrixPerson[]
  /** All people that match the filters, if requested. */
  personIds: string[] | null
  /** There is no cell where there is no right. */
  cells: DeliveryCell[]
  /** Rights by stage, for the class and the site. */
  counts: Readonly<Record<string, number>>
  total: number
  size: number
  current: number
}
export interface Summary {
  total: number
  confirmed: number
  sending: number
  waiting: number
  failed: number
  missing: number
  clockOff: number
  perMinute: number
}
export interface CellDetail extends DeliveryCell {
  clockOffsetS: number | null
  acceptedElsewhere: number
  exception: {
    kind: string
    code: number | null
    message: string | null
    tries: number
    firstAt: string
    lastAt: string
    nextAt: string | null
  } | null
  decision: { allow: boolean; steps: { rule: string; label: Text; verdict: string; text: Text }[] }
  rights: {
    groupId: string
    groupName: string
    validFrom: string | null
    validTo: string | null
    plan: string | null
  }[]
}

/** The meaning of a device's error codes, and the action that would solve it. */
export const FAILURES: Record<number, { text: Text; fix: 'photo' | 'retry' }> = {
  4101: { text: ['照片里没有人脸', 'No face was found in the picture'], fix: 'photo' },
  4102: {
    text: ['照片里的脸太小，设备取不出特征', 'The face in the picture is too small for the device'],
    fix: 'photo',
  },
  4103: { text: ['照片里有多张人脸', 'There are several faces in the picture'], fix: 'photo' },
  4104: { text: ['照片质量差', 'The picture is not clear enough'], fix: 'photo' },
  4130: {
    text: ['设备容量已满，删除后会自动重试', 'The device is full; it is tried again after a deletion'],
    fix: 'retry',
  },
  4290: { text: ['设备忙，会自动重试', 'The device is busy; it is tried again'], fix: 'retry' },
}

const DAY_MS = 86_400_000
/** "2 天" when a right ends within a week. */
export const daysLeft = (validTo: string | null, now: number): number | null => {
  if (!validTo) return null
  const days = Math.ceil((Date.parse(validTo) - now) / DAY_MS)
  return days >= 0 && days <= 7 ? days : null
}
