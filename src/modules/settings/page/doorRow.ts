/** What a row of a door contains: its device with the state of its parts, and the settings that its class knows. */
import type { DeviceClass } from '#model/device.ts'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import { doorSetting } from '../doorSetting.noun.ts'

/** The device as lists of devices have it; null for users who see no devices. */
export const deviceOf = ({ state }: { state: unknown }): DeviceRow | null => state as DeviceRow | null

/** In the order of the form. */
export function settingNames({ documents }: DeviceClass): readonly string[] {
  const kept = documents.flatMap(({ keeps = [] }) => keeps)
  return Object.keys(doorSetting.fields).filter(name => kept.includes(name))
}
