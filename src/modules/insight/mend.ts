/** What would let a refused person pass in future, as found by the server and offered by the page. */
export type Mend =
  | { kind: 'register'; cardNo: string | null }
  | { kind: 'door' }
  | { kind: 'blocked' | 'paused'; personId: string }
  | { kind: 'extendPerson'; personId: string; until: string }
  | { kind: 'extendRight'; personId: string; groupId: string; groupName: string; from: string | null; until: string }
  | { kind: 'join'; personId: string; groups: { id: string; name: string }[] }
  | { kind: 'hours'; groupName: string; planId: string; planName: string }

/** The passages, events or commands before and after this one: of the same person, and of the same door. */
export interface Around {
  person: Neighbours | null
  door: Neighbours
}
export interface Neighbours {
  previous: string | null
  next: string | null
}
