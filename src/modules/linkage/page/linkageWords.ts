/** A rule as a sentence: when, if, then. */
import type { Text } from '#base/text.ts'
import { shownZone } from '#base/time.ts'
import type { DeviceClass } from '#model/device.ts'
import { spanText } from '#base/ago.ts'
import { commandLabel } from '#modules/devices/page/command/classCommands.ts'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import type { LinkageAction } from './linkageRow.ts'
import { conditionWords, fieldsOf, type Condition, type Words } from '../condition.rules.ts'
import { KIND, whatText, type Started } from '../trigger.rules.ts'
import { PLATFORM_ACTS } from '../platformActs.rules.ts'
import { partOfKey } from '#modules/devices/page/partState.ts'

type Classes = ReadonlyMap<string, DeviceClass>

export const triggerText = (
  rule: Started & { deviceClass: string; triggerDeviceIds: readonly string[] | null },
  classes: Classes,
  devices: readonly DeviceRow[],
): { who: Text; what: Text } => {
  const deviceClass = classes.get(rule.deviceClass)
  const ids = rule.triggerDeviceIds ?? []
  const first = devices.find(device => device.id === ids[0])?.name
  const label = deviceClass?.label ?? [rule.deviceClass, rule.deviceClass]
  const who: Text =
    rule.triggerKind === KIND.time[0]
      ? ['定时', 'On time']
      : ids.length === 0
        ? [`任一${label[0]}`, `Any of: ${label[1].toLowerCase()}`]
        : ids.length === 1
          ? [first ?? '…', first ?? '…']
          : [`${first ?? '…'} 等 ${ids.length} 台`, `${first ?? '…'} and ${ids.length - 1} more`]
  return { who, what: whatText(rule, deviceClass, shownZone()) }
}

/** Null where there are no conditions. */
export const conditionText = (
  {
    conditions,
    deviceClass,
    triggerEvent,
  }: Pick<Started, 'triggerEvent'> & { conditions: readonly Condition[] | null; deviceClass: string },
  classes: Classes,
  devices: readonly DeviceRow[],
): Text | null => {
  const words: Words = {
    fields: fieldsOf(classes.get(deviceClass), triggerEvent),
    classes,
    device: id => devices.find(device => device.id === id),
    name: () => undefined,
    zone: shownZone(),
  }
  const texts = (conditions ?? []).map(condition => conditionWords(condition, words))
  return texts.length ? [texts.map(one => one[0]).join('，且'), texts.map(one => one[1]).join(', and ')] : null
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
  const label: Text =
    PLATFORM_ACTS.get(action.identifier)?.words(action.params ?? {}) ??
    lower(commandLabel(deviceClass, action.identifier, action.params ?? null))
  const part =
    device && device.components.filter(one => one.kind === action.component?.split(':')[0]).length > 1
      ? partOfKey(deviceClass, action.component, device.components)
      : null
  const delay = action.delayMs ? delayText(action.delayMs) : null
  const end = action.endAfterS ? spanText(action.endAfterS * 1000) : null
  const notes: readonly Text[] = [
    ...(delay ? [[`${delay[0]}后`, `after ${delay[1]}`] as const] : []),
    ...(end ? [[`${end[0]}后恢复`, `ends after ${end[1]}`] as const] : []),
  ]
  const [zh, en] = [notes.map(note => note[0]).join('，'), notes.map(note => note[1]).join(', ')]
  return [
    `${name} ${part ? `${part[0]} ` : ''}${label[0]}${zh && `（${zh}）`}`,
    `${name}${part ? ` ${part[1].toLowerCase()}` : ''}: ${label[1]}${en && ` (${en})`}`,
  ]
}
const lower = ([zh, en]: Text): Text => [zh, en.toLowerCase()]
const delayText = (ms: number): Text => (ms % 1000 === 0 ? spanText(ms) : [`${ms} 毫秒`, `${ms} ms`])
