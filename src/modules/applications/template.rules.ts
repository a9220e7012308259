/** The rules of a template: invalid definitions, and the properties that each type has. */
import type { Text } from '#base/text.ts'
import type { Definition, DEFINITION, FieldType } from './definition.rules.ts'
import { ALONE, FOUND, ONE_CELL, optionsOf, waysOf } from './templateFields.rules.ts'

const MOST_OPTIONS = 200
const WITH_OPTIONS: readonly FieldType[] = ['choice', 'many', 'way']

/** The properties that apply to a type; the others are not shown. */
export const askedOf = (type: FieldType): readonly (keyof typeof DEFINITION)[] => [
  'label',
  'labelEn',
  'key',
  'type',
  ...(WITH_OPTIONS.includes(type) ? (['options'] as const) : []),
  ...(type === 'text' || type === 'lines' ? (['max'] as const) : []),
  ...(type === 'text' ? (['matches'] as const) : []),
  ...(type === 'number' ? (['scale'] as const) : []),
  ...(type === 'file' ? (['types', 'count'] as const) : []),
  'help',
  ...(type === 'switch' ? [] : (['required'] as const)),
  ...(ALONE.includes(type) ? (['unique'] as const) : []),
  ...(type === 'text' ? (['sensitive'] as const) : []),
  'wide',
  'listed',
  ...(FOUND.includes(type) ? (['searchable'] as const) : []),
  ...(ONE_CELL(type) ? (['importable'] as const) : []),
]

/** A repeated group, or a look-behind or back reference, can take exponential time on a malicious value. */
const RISKY = /\)[*+{]|\\[1-9]|\(\?(?!:)|\\k</
/** Each unbounded repetition multiplies the time by the length of the value: `*`, `+`, `{2,}` and `{1,500}` alike. */
const OPEN = /(?<!\\)(?:[*+]|\{\d+,(\d*)\})/g
const FEW = 20
const MOST_OPEN = 2
function patternProblem(matches: string): Text | null {
  try {
    new RegExp(matches, 'u')
  } catch {
    return ['校验规则不是有效的正则表达式', 'The pattern is not a regular expression']
  }
  const open = [...matches.matchAll(OPEN)].filter(([, to]) => to === undefined || to === '' || Number(to) > FEW)
  if (open.length > MOST_OPEN)
    return [
      `校验规则最多含${MOST_OPEN}处不限次数的重复`,
      `The pattern must not contain more than ${MOST_OPEN} repetitions without a small limit`,
    ]
  return RISKY.test(matches)
    ? ['校验规则不能含有重复的分组、环视或反向引用', 'The pattern must not repeat groups, look around or refer back']
    : null
}

function problemOf(given: Definition): Text | null {
  const options = optionsOf(given)
  if (WITH_OPTIONS.includes(given.type)) {
    if (options.length === 0) return ['请填写选项', 'Options are required']
    if (options.length > MOST_OPTIONS)
      return [`选项最多${MOST_OPTIONS}个`, `At most ${MOST_OPTIONS} options are possible`]
    const long = options.find(option => option.length > 60)
    if (long) return [`选项“${long.slice(0, 12)}…”过长`, `The option "${long.slice(0, 12)}…" is too long`]
    // In a cell, several values are separated by commas.
    const cut = given.type === 'way' ? undefined : options.find(option => /[,，、;；]/.test(option))
    if (cut)
      return [`选项“${cut}”不能含有逗号、顿号或分号`, `The option "${cut}" must not contain commas or semicolons`]
    if (given.type === 'way' && waysOf(given).some(way => way.includes('')))
      return ['级联选项的每一级都要有名称', 'Every level of an option needs a name']
  }
  return given.type === 'text' && given.matches ? patternProblem(given.matches) : null
}

/** The first problem of a template's fields as a whole, or null. */
export function judgeDefinitions(definitions: readonly Definition[]): Text | null {
  for (const name of ['key', 'label'] as const) {
    const doubled = definitions.find((one, at) => definitions.findIndex(other => other[name] === one[name]) < at)
    if (doubled)
      return [
        `${name === 'key' ? '标识' : '字段名'}“${doubled[name]}”重复`,
        `The ${name === 'key' ? 'key' : 'name'} "${doubled[name]}" is there twice`,
      ]
  }
  for (const one of definitions) {
    const problem = problemOf(one)
    if (problem) return [`${one.label}：${problem[0]}`, `${one.label}: ${problem[1]}`]
  }
  return null
}
