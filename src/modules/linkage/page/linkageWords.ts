/** A rule as a sentence: when, if, then. */
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import { spanText } from '#base/ago.ts'
import { commandLabel } from '#modules/devices/page/command/classCommands.ts'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import type { Conditions, LinkageAction } from './linkageRow.ts'
import { RAISE_ALARM, RAISE_ALARM_LABEL } from '../linkage.rules.ts'
import { partOfKey } from '#modules/devices/page/partState.ts'

type Classes = ReadonlyMap<string, DeviceClass>
const both = (...parts: readonly (Text | null)[]): Text => {
  const known = parts.filter((part): part is Text => part !== null)
  return [known.map(part => part[0]).join(' · '), known.map(part => part[1]).join(' · ')]
}

export const triggerText = (
  rule: { deviceClass: string; triggerDeviceIds: readonly string[] | null; triggerEvent: string | undefined },
  classes: Classes,
  devices: readonly DeviceRow[],
): { who: Text; what: Text } => {
  const deviceClass = classes.get(rule.deviceClass)
  const ids = rule.triggerDeviceIds ?? []
  const first = devices.find(device => device.id === ids[0])?.name
  const label = deviceClass?.label ?? [rule.deviceClass, rule.deviceClass]
  const who: Text =
    ids.length === 0
      ? [`任一${label[0]}`, `Any of: ${label[1].toLowerCase()}`]
      : ids.length === 1
        ? [first ?? '…', first ?? '…']
        : [`${first ?? '…'} 等 ${ids.length} 台`, `${first ?? '…'} and ${ids.length - 1} more`]
  return {
    who,
    what: deviceClass?.events[rule.triggerEvent ?? '']?.label ?? [rule.triggerEvent ?? '…', rule.triggerEvent ?? '…'],
  }
}

export const conditionText = (conditions: Conditions | null): Text | null => {
  if (!conditions) return null
  const { result, direction, groupId, from, to } = conditions
  const text = both(
    result === 1 ? ['放行时', 'if passed'] : result === 0 ? ['拒绝时', 'if refused'] : null,
    direction === 1 ? ['进', 'in'] : direction === 2 ? ['出', 'out'] : null,
    groupId ? ['指定权限组', 'of one group'] : null,
    from && to ? [`${from}–${to}`, `${from}–${to}`] : null,
  )
  return text[0] ? text : null
}

export const actionText = (
  action: LinkageAction,
  classes: Classes,
  devices: readonly DeviceRow[],
  named?: string,
): Text => {
  const device = devices.find(one => one.id === action.deviceId)
  const deviceClass = device && classes.get(device.deviceClass)
  const name = device?.name ?? named ?? '…'
  const alarm = String(action.params?.['name'] ?? '…')
  const label: Text =
    action.identifier === RAISE_ALARM
      ? [`${RAISE_ALARM_LABEL[0]}“${alarm}”`, `${RAISE_ALARM_LABEL[1]} “${alarm}”`]
      : commandLabel(deviceClass, action.identifier, action.params ?? null)
  const part =
    device && device.components.filter(one => one.kind === action.component?.split(':')[0]).length > 1
      ? partOfKey(deviceClass, action.component, device.components)
      : null
  const delay = action.delayMs ? delayText(action.delayMs) : null
  return [
    `${name} ${part ? `${part[0]} ` : ''}${label[0]}${delay ? `（${delay[0]}后）` : ''}`,
    `${name}${part ? ` ${part[1].toLowerCase()}` : ''}: ${label[1].toLowerCase()}${delay ? ` (after ${delay[1]})` : ''}`,
  ]
}
const delayText = (ms: number): Text => (ms % 1000 === 0 ? spanText(ms) : [`${ms} 毫秒`, `${ms} ms`])
