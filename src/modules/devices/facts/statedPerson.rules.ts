/** Whom a device says that it saw, read alike for the decision at the door and for the record. */
import { cardOf } from '#base/identity.ts'
import type { Params } from '#model/row.ts'

/** The short number of a person, a number or digits: null when it is neither. Devices send 0 for nobody. */
const shortNoOf = (given: unknown): string | null =>
  (typeof given === 'string' || typeof given === 'number') && /^0*[1-9]\d{0,14}$/.test(String(given))
    ? String(Number(given))
    : null

/** `cardNo` is in the one form in which cards are compared. */
export const statedPerson = ({
  personId,
  cardNo,
}: Readonly<Params>): { shortNo: string | null; cardNo: string | null } => ({
  shortNo: shortNoOf(personId),
  cardNo: cardOf(cardNo),
})
