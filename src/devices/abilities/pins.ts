/** Keypads: the device stores people's PINs, opens on a valid one, and reports whose it was. */
import type { Ability } from '#model/device.ts'
import { rightsList } from './rightsList.ts'

export const pins: Ability = { name: 'pins', ...rightsList('pin', { name: 'Pin', label: ['密码', 'PINs'] }) }
