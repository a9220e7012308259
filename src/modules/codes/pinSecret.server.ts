/** The digits of a temporary PIN: sealed with its row, told apart by a keyed digest, and with a variant for who is forced to open. */
import type { Ports } from '#server/ports.ts'

type Vault = Ports['vault']
const pinPlace = (id: string): string => `codes.pin_order|pin|${id}`
export const sealPin = (vault: Vault, id: string, pin: string): Buffer => vault.seal(pin, pinPlace(id))
export const openPin = (vault: Vault, id: string, sealed: Buffer): string => vault.open(sealed, pinPlace(id)).toString()
export const pinIndex = (vault: Vault, pin: string): Buffer => vault.blindIndex(pin, 'pin')
/** The duress PIN: the last digit plus one. */
export const duressOf = (pin: string): string => pin.slice(0, -1) + ((Number(pin.at(-1)) + 1) % 10)
