/** English labels within sentences. */
import { expect, test } from 'vitest'
import { lowered } from './text.ts'

test.each([
  ['Temporary PIN', 'temporary PIN'],
  ['QR code', 'QR code'],
  ['IC card', 'IC card'],
  ['Permission group', 'permission group'],
  ['A card', 'a card'],
  ['PINs', 'PINs'],
])('%s is %s', (label, within) => expect(lowered(label)).toBe(within))
