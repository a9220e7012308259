/** A rule as a sentence: when, if, then. */
import { spanText } from '#base/ago.ts'
import { lowered, type Text } from '#base/text.ts'
import { shownZone } from '#base/time.ts'
import type { DeviceClass } from '#model/device.ts'
import type { LinkageKinds, Start, Words } from '#model/linkage.ts'
import type { Params } from '#model/row.ts'
import { commandLabel } from '#modules/devices/page/command/classCommands.ts'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import { partOfKey } from '#modules/devices/page/partState.ts'
import type { RuleCondition } from '../linkage.rules.ts'
import type { LinkageAction } from './linkageRow.ts'

/** What the words of rules need. */
export interface Known {
  classes: ReadonlyMap<string, DeviceClass>
  devices: readonly DeviceRow[]
  kinds: LinkageKinds
}
interface Started {
  deviceClass?: string | null | undefined
  triggerKind: number
  triggerEvent?: string | null | undefined
  trigger: object
}
const startOf = ({ deviceClass, triggerEvent, trigger }: Started, { classes }: Known): Start => ({
  ...{ deviceClass: classes.get(deviceClass ?? ''), triggerEvent },
  trigger: trigger as Params,
})

export const triggerText = (
  rule: Started & { triggerDeviceIds: readonly string[] | null },
  known: Known,
): { who: Text; what: Text } => {
  const kind = known.kinds.triggers.get(rule.triggerKind)
  const start = startOf(rule, known)
  return {
    who: kind?.devices ? whoText(rule, known) : (kind?.label ?? ['…', '…']),
    what: kind?.words(start, shownZone()) ?? ['…', '…'],
  }
}
function whoText(
  { deviceClass: key, triggerDeviceIds }: Started & { triggerDeviceIds: readonly string[] | null },
  { classes, devices }: Known,
): Text {
  const ids = triggerDeviceIds ?? []
  const first = devices.find(device => device.id === ids[0])?.name ?? '…'
  const label = classes.get(key ?? '')?.label ?? [key ?? '…', key ?? '…']
  if (ids.length === 0) return [`任一${label[0]}`, `Any of: ${lowered(label[1])}`]
  if (ids.length === 1) return [first, first]
  return [`${first} 等 ${ids.length} 台`, `${first} and ${ids.length - 1} more`]
}

/** Null where there are no conditions. */
export const conditionText = (rule: Started & { conditions: readonly object[] | null }, known: Known): Text | null => {
  const { classes, devices, kinds } = known
  const words: Words = {
    fields: kinds.triggers.get(rule.triggerKind)?.gives?.(startOf(rule, known)).fields ?? {},
    classes,
    device: id => devices.find(device => device.id === id),
    zone: shownZone(),
  }
  const texts = ((rule.conditions ?? []) as readonly RuleCondition[]).map(
    condition => kinds.conditions.get(condition.what)?.words(condition, words) ?? (['…', '…'] as const),
  )
  return texts.length ? [texts.map(one => one[0]).join('，且'), texts.map(one => one[1]).join(', and ')] : null
}

/** `named` is the device as a run calls it. */
export const actionText = (action: LinkageAction, { classes, devices, kinds }: Known, named?: string): Text => {
  const device = devices.find(one => one.id === action.deviceId)
  const deviceClass = device && classes.get(device.deviceClass)
  const name = device?.name ?? (named || '…')
  const label: Text =
    kinds.acts.get(action.identifier)?.words(action.params ?? {}) ??
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
  const who: Text = action.deviceId
    ? [`${name} ${part ? `${part[0]} ` : ''}`, `${name}${part ? ` ${lowered(part[1])}` : ''}: `]
    : ['', '']
  return [`${who[0]}${label[0]}${zh && `（${zh}）`}`, `${who[1]}${label[1]}${en && ` (${en})`}`]
}
const lower = ([zh, en]: Text): Text => [zh, lowered(en)]
const delayText = (ms: number): Text => (ms % 1000 === 0 ? spanText(ms) : [`${ms} 毫秒`, `${ms} ms`])
