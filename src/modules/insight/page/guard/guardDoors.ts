/** The parts of devices that a guard can open: by the command that their class declares to let people pass. */
import { notCarried } from '#devices/fields/carried.ts'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import { actsFor, type Act } from '#modules/devices/page/command/classCommands.ts'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import { partName } from '#modules/devices/page/partState.ts'

export interface OpenedPart {
  row: DeviceRow
  deviceClass: DeviceClass
  /** '' is the device itself. */
  component: string
  name: Text
  act: Act
}

/** A device with one such part is named as itself, one with several by device and part. */
function partsOf(row: DeviceRow, deviceClass: DeviceClass): OpenedPart[] {
  const command = deviceClass.opens === null ? undefined : deviceClass.commands[deviceClass.opens]
  if (!command) return []
  const found = command.per
    ? row.components.filter(part => part.kind === command.per)
    : [{ key: '', kind: '', no: 0, name: null }]
  return found.flatMap(part => {
    const act = actsFor(deviceClass, command.per, row.shadow[part.key]).find(
      one => one.command === command && !notCarried(row.protocol, one.identifier),
    )
    const [zh, en] = partName(deviceClass, part)
    const name: Text = found.length > 1 ? [`${row.name} · ${zh}`, `${row.name} · ${en}`] : [row.name, row.name]
    return act ? [{ row, deviceClass, component: part.key, name, act }] : []
  })
}

/** By name, as people look for them. */
export const openedParts = (
  rows: readonly DeviceRow[],
  classes: ReadonlyMap<string, DeviceClass>,
): readonly OpenedPart[] =>
  rows
    .flatMap(row => {
      const deviceClass = classes.get(row.deviceClass)
      return deviceClass ? partsOf(row, deviceClass) : []
    })
    .sort((a, b) => a.name[0].localeCompare(b.name[0], 'zh', { numeric: true }))
