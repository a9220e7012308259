/** Whom a device says that it saw, read alike for the decision at the door and for the record. */
import { cardOf, plateOf } from '#base/identity.ts'
import type { Params } from '#model/row.ts'

/** The short number of a person, a number or digits: null when it is neither. Devices send 0 for nobody. */
const shortNoOf = (given: unknown): string | null =>
  (typeof given === 'string' || typeof given === 'number') && /^0*[1-9]\d{0,14}$/.test(String(given))
    ? String(Number(given))
    : null

export interface StatedPerson {
  shortNo: string | null
  cardNo: string | null
  plateNo: string | null
}
/** Card and plate are in the one form in which they are compared. */
export const statedPerson = ({ personId, cardNo, plateNo }: Readonly<Params>): StatedPerson => ({
  shortNo: shortNoOf(personId),
  cardNo: cardOf(cardNo),
  plateNo: plateOf(plateNo),
})
