/** Definitions in words: types, ranges, risks, levels. */
import type { Text } from '#base/text.ts'
import type { EventSpec, Risk } from '#model/device.ts'
import type { Choices, Field } from '#model/field.ts'
import { FAMILIES } from '#model/families.ts'

export type Translate = (text: Text) => string

const TYPES: Partial<Record<Field['kind'], Text>> = {
  text: ['字符串', 'string'],
  integer: ['整数', 'integer'],
  decimal: ['小数（字符串）', 'decimal (string)'],
  flag: ['布尔', 'boolean'],
  instant: ['时刻（RFC 3339，UTC）', 'instant (RFC 3339, UTC)'],
  day: ['日期 yyyy-MM-dd', 'day yyyy-MM-dd'],
  clock: ['时间 HH:mm', 'time HH:mm'],
  json: ['JSON', 'JSON'],
  list: ['列表', 'list'],
  group: ['对象', 'object'],
}
export function typeWords(field: Field, translate: Translate): string {
  if (field.kind !== 'choice') return translate(TYPES[field.kind] ?? [field.kind, field.kind])
  const isNumber = typeof Object.values(field.values)[0]?.[0] === 'number'
  const one: Text = isNumber ? ['整数', 'integer'] : ['字符串', 'string']
  return field.many ? translate([`${one[0]}列表`, `list of ${one[1]}s`]) : translate(one)
}

const choiceWords = (values: Choices, translate: Translate): string =>
  Object.values(values)
    .map(([wire, zh, en]) => `\`${wire}\` ${translate([zh, en])}`)
    .join(translate(['；', '; ']))

/** The allowed values, with the unit; empty where anything of the type is allowed. */
export function rangeWords(field: Field, translate: Translate): string {
  switch (field.kind) {
    case 'choice':
      return choiceWords(field.values, translate)
    case 'flag':
      return translate(['`true`、`false`（也收 `1`、`0`）', '`true`, `false` (`1`, `0` are accepted too)'])
    case 'integer': {
      const { min, max, unit = '' } = field
      const span =
        min === undefined ? (max === undefined ? '' : `≤ ${max}`) : max === undefined ? `≥ ${min}` : `${min}–${max}`
      return [span, unit].filter(Boolean).join(' ')
    }
    case 'text': {
      const { max, known } = field
      const most = max === undefined ? '' : translate([`最多 ${max} 个字符`, `at most ${max} characters`])
      return [most, known ? choiceWords(known, translate) : ''].filter(Boolean).join(translate(['；', '; ']))
    }
    case 'json':
      return field.example === undefined ? '' : `\`${JSON.stringify(field.example)}\``
    default:
      return ''
  }
}

const RISKS: Record<Risk, Text> = {
  none: ['—', '—'],
  opens: ['会开门放行', 'opens a passage'],
  moves: ['会动作', 'moves'],
  spends: ['会产生费用', 'spends money'],
  erases: ['会清除数据', 'erases'],
}
export const riskWords = (risk: Risk | undefined, translate: Translate): string => translate(RISKS[risk ?? 'none'])

const LEVELS: Record<EventSpec['level'], Text> = {
  info: ['信息', 'Info'],
  alert: ['告警', 'Alert'],
  fault: ['故障', 'Fault'],
  urgent: ['紧急', 'Urgent'],
}
export const levelWords = ({ level, record }: EventSpec, translate: Translate): string =>
  `${translate(FAMILIES[record].label)} · ${translate(LEVELS[level])}`
