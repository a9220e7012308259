/** The properties of an application that only the platform grants, and how a request to change them is described. */
import { NONE } from '#base/labelTexts.ts'
import type { Text } from '#base/text.ts'
import type { Input, Params } from '#model/row.ts'
import { application } from './application.noun.ts'

export interface Limits {
  deviceClasses: string[]
  deviceQuota: number
  personQuota: number
  expiresOn: string | null
}
export const REVIEWED = ['deviceClasses', 'deviceQuota', 'personQuota', 'expiresOn'] as const satisfies (keyof Limits)[]

const { fields } = application
const classLabel = (wire: string): Text => {
  const found = Object.values(fields.deviceClasses.values).find(value => value[0] === wire)
  return found ? [found[1], found[2]] : [wire, wire]
}
const shown = (name: keyof Limits, value: unknown): Text => {
  if (value === null || value === undefined || value === '') return NONE
  if (!Array.isArray(value)) return [String(value), String(value)]
  const labels = value.map(one => classLabel(String(one)))
  return [labels.map(label => label[0]).join('、'), labels.map(label => label[1]).join(', ')]
}

/** One line for each requested change: property, old value, new value. */
export function changesOf(kind: number, asked: Partial<Limits>, had: Partial<Limits>): Text[] {
  if (kind === 3) return [['注销应用', 'Close the application']]
  return REVIEWED.filter(name => name in asked).map(name => {
    const { label } = fields[name]
    const [from, to] = [shown(name, had[name]), shown(name, asked[name])]
    return name in had
      ? [`${label[0]}：${from[0]} → ${to[0]}`, `${label[1]}: ${from[1]} → ${to[1]}`]
      : [`${label[0]}：${to[0]}`, `${label[1]}: ${to[1]}`]
  })
}

const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(Array.isArray(a) ? [...a].sort() : (a ?? null)) ===
  JSON.stringify(Array.isArray(b) ? [...b].sort() : (b ?? null))

/** Removes from `values` what only the platform grants, and returns what of it differs from the current values. */
export function splitLimits(values: Input, before: Params): { asked: Partial<Limits>; had: Partial<Limits> } {
  const [asked, had]: [Input, Input] = [{}, {}]
  for (const name of REVIEWED) {
    if (!(name in values)) continue
    if (!same(values[name], before[name])) {
      asked[name] = values[name]
      had[name] = before[name] ?? null
    }
    delete values[name]
  }
  return { asked: asked as Partial<Limits>, had: had as Partial<Limits> }
}
