/** What a template is made of: definitions of fields, judged by one law and turned into fields like all others. */
import type { Text } from '#base/text.ts'
import {
  choice,
  flag,
  integer,
  text,
  type Choices,
  type Field,
  type Fields,
  type Pattern,
  type Values,
} from '#model/field.ts'

export const FIELD_TYPES = {
  text: ['text', '单行文本', 'Text'],
  lines: ['lines', '多行文本', 'Long text'],
  number: ['number', '数字', 'Number'],
  day: ['day', '日期', 'Date'],
  choice: ['choice', '下拉', 'Choice'],
  many: ['many', '多选', 'Several'],
  way: ['way', '级联', 'Levels'],
  phone: ['phone', '手机号', 'Phone'],
  idCard: ['idCard', '身份证', 'ID number'],
  image: ['image', '图片', 'Picture'],
  switch: ['switch', '开关', 'Switch'],
} as const
export type FieldType = keyof typeof FIELD_TYPES

/** What can be said of one field; the same fields make the form of its properties. */
export const DEFINITION = {
  label: text(['字段名', 'Name'], { required: true, max: 20 }),
  labelEn: text(['英文名', 'English name'], { max: 40 }),
  key: text(['标识', 'Key'], {
    required: true,
    max: 32,
    matches: '^[a-z][a-zA-Z0-9]*$',
    mono: true,
    help: ['小写字母开头，只含字母和数字；发布后不要更改', 'Begins with a small letter; keep it once it is published'],
  }),
  type: choice(['类型', 'Type'], FIELD_TYPES as Choices, { required: true, as: 'select' }),
  options: text(['选项', 'Options'], {
    max: 8000,
    lines: 6,
    help: ['每行一个；级联用 / 分级，如 一期/1 栋', 'One a line; levels are divided by /, as in Phase 1/Block 1'],
  }),
  max: integer(['最多字符数', 'Most characters'], { min: 1, max: 1000 }),
  scale: integer(['小数位', 'Decimals'], { min: 0, max: 6 }),
  matches: text(['校验规则', 'Pattern'], {
    max: 120,
    mono: true,
    help: ['正则表达式，须匹配全部内容', 'A regular expression for the whole value'],
  }),
  help: text(['提示', 'Hint'], { max: 60 }),
  required: flag(['必填', 'Required']),
  unique: flag(['不可重复', 'Unique']),
  wide: flag(['占整行', 'Whole row']),
  listed: flag(['列表显示', 'In the list']),
  searchable: flag(['可搜索', 'Can be searched']),
  importable: flag(['可导入', 'Can be imported']),
} as const satisfies Fields

export type Definition = Pick<Values<typeof DEFINITION>, 'label' | 'key'> & { type: FieldType } & {
  [K in Exclude<keyof typeof DEFINITION, 'label' | 'key' | 'type'>]?: Values<typeof DEFINITION>[K]
}

export const MOST_FIELDS = 60
const MOST_OPTIONS = 200
const WITH_OPTIONS: readonly FieldType[] = ['choice', 'many', 'way']
const FOUND: readonly FieldType[] = ['text', 'lines', 'choice', 'many', 'phone', 'idCard', 'day', 'switch']
const ALONE: readonly FieldType[] = ['text', 'phone', 'idCard', 'number']
/** A picture is no cell. */
const ONE_CELL = (type: FieldType): boolean => type !== 'image'

/** Which properties mean something for a type; the others are not asked. */
export const askedOf = (type: FieldType): readonly (keyof typeof DEFINITION)[] => [
  'label',
  'labelEn',
  'key',
  'type',
  ...(WITH_OPTIONS.includes(type) ? (['options'] as const) : []),
  ...(type === 'text' || type === 'lines' ? (['max'] as const) : []),
  ...(type === 'text' ? (['matches'] as const) : []),
  ...(type === 'number' ? (['scale'] as const) : []),
  'help',
  ...(type === 'switch' ? [] : (['required'] as const)),
  ...(ALONE.includes(type) ? (['unique'] as const) : []),
  'wide',
  'listed',
  ...(FOUND.includes(type) ? (['searchable'] as const) : []),
  ...(ONE_CELL(type) ? (['importable'] as const) : []),
]

export const optionsOf = ({ options }: Pick<Definition, 'options'>): string[] => [
  ...new Set(
    (options ?? '')
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  ),
]
/** The ways through the levels, each as its words. */
export const waysOf = (definition: Pick<Definition, 'options'>): string[][] =>
  optionsOf(definition).map(line => line.split('/').map(word => word.trim()))

/** A group that repeats, or a look backwards, can take for ever on an evil value. */
const RISKY = /\)[*+{]|\\[1-9]|\(\?(?!:)|\\k</
/** Each open repetition multiplies the time with the length of the value: `*`, `+`, `{2,}` and `{1,500}` alike. */
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
      `The pattern must not hold more than ${MOST_OPEN} repetitions without a small limit`,
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
    // A cell of several divides them by commas.
    const cut = given.type === 'way' ? undefined : options.find(option => /[,，、;；]/.test(option))
    if (cut) return [`选项“${cut}”不能含有逗号、顿号或分号`, `The option "${cut}" must not hold commas or semicolons`]
    if (given.type === 'way' && waysOf(given).some(way => way.includes('')))
      return ['级联选项的每一级都要有名称', 'Every level of an option needs a name']
  }
  return given.type === 'text' && given.matches ? patternProblem(given.matches) : null
}

/** The law of a template's fields. */
export function judgeDefinitions(rows: readonly Record<string, unknown>[]): Text | null {
  const definitions = rows as unknown as readonly Definition[]
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

export const fieldName = (key: string): string => `ext_${key}`
export const isSealed = ({ type }: Pick<Definition, 'type'>): boolean => type === 'phone' || type === 'idCard'

/** The field that a definition stands for, as forms, lists, imports and filters take it. */
export function fieldFrom(definition: Definition, kind: 'person' | 'organization'): Field {
  const { key, label, labelEn, type, help } = definition
  const words: Text = [label, labelEn || label]
  const find = definition.searchable && FOUND.includes(type)
  const facets = {
    virtual: true as const,
    within: { column: 'ext', key },
    ...(definition.required && type !== 'switch' ? { required: true as const } : {}),
    ...(definition.unique && ALONE.includes(type) ? { unique: true as const } : {}),
    ...(definition.wide ? { wide: true as const } : {}),
    ...(help ? { help: [help, help] as Text } : {}),
  }
  const values = (): Choices =>
    Object.fromEntries(optionsOf(definition).map((option, at) => [`option${at}`, [option, option, option] as const]))
  const personal = (pattern: Pattern & ('phone' | 'idCard')): Field => ({
    kind: 'text',
    label: words,
    ...facets,
    pattern,
    mask: pattern,
    ...(find ? { find: 'equal' } : {}),
  })
  switch (type) {
    case 'text':
      return {
        kind: 'text',
        label: words,
        ...facets,
        max: definition.max ?? 100,
        ...(definition.matches ? { matches: `^(?:${definition.matches})$` } : {}),
        ...(find ? { find: 'contains' } : {}),
      }
    case 'lines':
      return {
        kind: 'text',
        label: words,
        ...facets,
        max: definition.max ?? 500,
        lines: 3,
        ...(find ? { find: 'contains' } : {}),
      }
    case 'number':
      return definition.scale
        ? { kind: 'decimal', label: words, ...facets, scale: definition.scale }
        : { kind: 'integer', label: words, ...facets }
    case 'day':
      return { kind: 'day', label: words, ...facets, ...(find ? { find: 'range' } : {}) }
    case 'choice':
    case 'many':
      return {
        kind: 'choice',
        label: words,
        values: values(),
        ...facets,
        as: 'select',
        ...(type === 'many' ? { many: true } : {}),
        ...(find ? { find: 'among' } : {}),
      }
    case 'way':
      return {
        kind: 'dictionary',
        label: words,
        ...facets,
        from: `/api/admin/personDefinition/options?kind=${kind}&key=${key}`,
        shape: 'way',
      }
    case 'phone':
    case 'idCard':
      return personal(type)
    case 'image':
      return { kind: 'file', label: words, accept: 'image', ...facets }
    case 'switch':
      return { kind: 'flag', label: words, as: 'switch', ...facets, ...(find ? { find: 'equal' } : {}) }
  }
}

export const fieldsFrom = (definitions: readonly Definition[], kind: 'person' | 'organization'): Fields =>
  Object.fromEntries(definitions.map(one => [fieldName(one.key), fieldFrom(one, kind)]))
export const importsFrom = (definitions: readonly Definition[]): string[] =>
  definitions.filter(one => (one.importable || one.required) && ONE_CELL(one.type)).map(one => fieldName(one.key))
export const listedIn = (definitions: readonly Definition[]): string[] =>
  definitions.filter(one => one.listed).map(one => fieldName(one.key))
export const searchedIn = (definitions: readonly Definition[]): string[] =>
  definitions.filter(one => one.searchable && FOUND.includes(one.type)).map(one => fieldName(one.key))

export interface Change {
  key: string
  label: string
  /** `lost` and `retyped` touch rows that have a value; `stricter` touches rows when they are edited next. */
  what: 'added' | 'lost' | 'retyped' | 'stricter' | 'changed'
}
export const BREAKING: readonly Change['what'][] = ['lost', 'retyped', 'stricter']

/** What publishing changes for rows that exist. An optional field more harms nobody. */
export function changesOf(before: readonly Definition[], after: readonly Definition[]): Change[] {
  const old = new Map(before.map(one => [one.key, one]))
  const kept = new Set(after.map(one => one.key))
  const of = (one: Definition, what: Change['what']): Change => ({ key: one.key, label: one.label, what })
  return [
    ...before.filter(one => !kept.has(one.key)).map(one => of(one, 'lost')),
    ...after.flatMap((one): Change[] => {
      const had = old.get(one.key)
      if (!had) return [of(one, one.required && before.length > 0 ? 'stricter' : 'added')]
      if (had.type !== one.type) return [of(one, 'retyped')]
      const gone = optionsOf(had).some(option => !optionsOf(one).includes(option))
      const narrower = (one.max ?? Infinity) < (had.max ?? Infinity) || (one.matches ?? '') !== (had.matches ?? '')
      if ((one.required && !had.required) || (one.unique && !had.unique) || gone || narrower)
        return [of(one, 'stricter')]
      return JSON.stringify(one) === JSON.stringify(had) ? [] : [of(one, 'changed')]
    }),
  ]
}
