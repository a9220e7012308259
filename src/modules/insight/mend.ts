/** What would let a refused person pass in future, as found by the server and offered by the page; and what to look at for each reason of a refusal. */
import type { RefusalReason } from '#devices/abilities/passage.ts'

/** Where nothing that is stored has to change: what people at the door do. */
export const AT_DOOR = ['liveness', 'mask', 'temperature', 'forged', 'late', 'personalCode'] as const
export type AtDoor = (typeof AT_DOOR)[number]

export type Mend =
  | { kind: 'register'; cardNo: string | null; plateNo: string | null }
  | { kind: 'door' }
  | { kind: 'blocked' | 'paused'; personId: string }
  | { kind: 'extendPerson'; personId: string; until: string }
  | { kind: 'startPerson'; personId: string; from: string }
  | {
      kind: 'extendRight' | 'startRight'
      personId: string
      /** Null for a direct right, which is that at the door with the plan. */
      groupId: string | null
      groupName: string | null
      doorId: string
      planId: string | null
      from: string | null
      until: string | null
    }
  | { kind: 'join'; personId: string; groups: { id: string; name: string }[] }
  | { kind: 'hours'; groupName: string | null; planId: string; planName: string }
  | { kind: 'newCode'; personId: string | null }
  | { kind: 'atDoor'; of: AtDoor }

/**
 * What is looked at after a refusal for this reason: `person` is the first rule that still refuses the person (register, state,
 * validity, group, hours), `door` also whether the door is held closed, `code` whether the holder has a code by now; otherwise
 * the people at the door are advised. The type has every reason, so that a new one needs an advice.
 */
export const ADVICE: Readonly<Record<RefusalReason, 'person' | 'door' | 'code' | AtDoor>> = {
  noPermission: 'person',
  notInTime: 'person',
  expired: 'person',
  notYet: 'person',
  paused: 'person',
  blacklist: 'person',
  stranger: 'person',
  unknownCard: 'person',
  doorClosed: 'door',
  unknownCode: 'code',
  codeExpired: 'code',
  codeUsed: 'code',
  codeRevoked: 'code',
  otherDoor: 'code',
  forged: 'forged',
  liveness: 'liveness',
  mask: 'mask',
  temperature: 'temperature',
  late: 'late',
}

/** The passages, events or commands before and after this one: of the same person, and of the same door. */
export interface Around {
  person: Neighbours | null
  door: Neighbours
}
export interface Neighbours {
  previous: string | null
  next: string | null
}
