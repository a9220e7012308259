/** What would let a refused person in from now on, as the server finds it and the page offers it. */
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
