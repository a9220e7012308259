/** What linkage itself watches: a state of a device that lasts, a device that goes offline or comes back. */
import { spanText } from '#base/ago.ts'
import { VALUE } from '#base/labelTexts.ts'
import { STATE } from '#base/listTexts.ts'
import type { Text } from '#base/text.ts'
import { choice, integer, json, text, type Choices } from '#model/field.ts'
import { defineTrigger } from '#model/linkage.ts'
import { COMPARE, COMPARED, compared, unfit } from '#modules/devices/linkage/compare.rules.ts'
import { propertyOf } from '#modules/devices/linkage/eventFields.rules.ts'
import { readingAny } from '#modules/identity/account/neededPoints.rules.ts'

const ONLINE = { online: [1, '上线', 'Comes online'], offline: [0, '离线', 'Goes offline'] } as const satisfies Choices
const DEVICE = [readingAny('deviceBind', 'device')]
/** For so long it must last. */
const FOR_S = integer(['持续', 'For'], { min: 0, max: 86_400, unit: 's' })
const lasting = (forS: unknown): Text => {
  const span = forS ? spanText(Number(forS) * 1000) : null
  return span ? [` 持续 ${span[0]}`, ` for ${span[1]}`] : ['', '']
}

export const stateTrigger = defineTrigger('state', {
  wire: 2,
  label: ['状态', 'State'],
  devices: true,
  fields: {
    property: text(STATE, { max: 64, pattern: 'code' }),
    /** One part, as `door:2`; without it every part. */
    component: text(['部件', 'Part'], { max: 32 }),
    op: choice(['比较', 'Comparison'], COMPARE),
    value: json(VALUE, { by: 'user', schema: COMPARED }),
    forS: FOR_S,
  },
  needs: DEVICE,
  problem({ deviceClass, trigger: { property: name, op, value } }) {
    const property = propertyOf(deviceClass, name)
    if (!property) return { text: ['请选择状态', 'Choose a state'] }
    const text = op ? unfit(property.field, Number(op), value) : (['请选择如何比较', 'Choose a comparison'] as const)
    return text && { text }
  },
  words({ deviceClass, trigger: { property: name, op, value, forS } }, zone) {
    const property = propertyOf(deviceClass, name)
    const shown = typeof name === 'string' && name ? name : '…'
    const words = compared(property?.field.label ?? [shown, shown], Number(op ?? 0), property?.field, value, zone)
    const span = lasting(forS)
    return [`${words[0]}${span[0]}`, `${words[1]}${span[1]}`]
  },
  causedBy: 'devices',
})

export const presenceTrigger = defineTrigger('presence', {
  wire: 4,
  label: ['在线', 'Presence'],
  devices: true,
  fields: { online: choice(['在线', 'Presence'], ONLINE), forS: FOR_S },
  initial: { online: 0 },
  events: { online: ['online', '上线', 'Came online'], offline: ['offline', '离线', 'Went offline'] },
  needs: DEVICE,
  problem: ({ trigger: { online } }) =>
    online === 0 || online === 1 ? null : { text: ['请选择上线或离线', 'Choose online or offline'] },
  words({ trigger: { online, forS } }) {
    const word = online === 1 ? ONLINE.online : ONLINE.offline
    const span = lasting(forS)
    return [`${word[1]}${span[0]}`, `${word[2]}${span[1]}`]
  },
  causedBy: 'devices',
})
