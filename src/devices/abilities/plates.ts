/** A white list of plates: stored on the device, which opens for them by itself while the platform is away. */
import type { Ability } from '#model/device.ts'
import { rightsList } from './rightsList.ts'

export const plates: Ability = { name: 'plates', ...rightsList('plate', { name: 'Plate', label: ['车牌', 'plates'] }) }
