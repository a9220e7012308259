/** The properties of one field of a template. */
import { ALL_DOCUMENTS, DOCUMENT_TYPES } from '#base/documentTypes.ts'
import { choice, flag, integer, text, type Choices, type Fields } from '#model/field.ts'
import type { Values } from '#model/value.ts'

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
  file: ['file', '附件', 'Attachment'],
  switch: ['switch', '开关', 'Switch'],
} as const
export type FieldType = keyof typeof FIELD_TYPES

const DOCUMENT_CHOICES = Object.fromEntries(
  ALL_DOCUMENTS.map(type => [type, [type, ...DOCUMENT_TYPES[type]] as const]),
) as Choices

/** The properties of one field; the same definitions make the form for editing them. */
export const DEFINITION = {
  label: text(['字段名', 'Name'], { required: true, max: 20 }),
  labelEn: text(['英文名', 'English name'], { max: 40 }),
  key: text(['标识', 'Key'], {
    required: true,
    max: 32,
    matches: '^[a-z][a-zA-Z0-9]*$',
    mono: true,
    help: [
      '小写字母开头，只含字母和数字；发布后不要更改',
      'Starts with a lower-case letter; do not change it after publishing',
    ],
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
  types: choice(['文件类型', 'Kinds of file'], DOCUMENT_CHOICES, {
    many: true,
    as: 'select',
    help: ['不选则都可以', 'None chosen means all'],
  }),
  count: integer(['最多个数', 'Most files'], { min: 1, max: 9 }),
  help: text(['提示', 'Hint'], { max: 60 }),
  required: flag(['必填', 'Required']),
  unique: flag(['不可重复', 'Unique']),
  wide: flag(['占整行', 'Whole row']),
  sensitive: flag(['敏感', 'Sensitive'], {
    help: ['加密保存，列表中脱敏，凭权限查看', 'Kept sealed, masked in lists, revealed by permission'],
  }),
  listed: flag(['列表显示', 'In the list']),
  searchable: flag(['可搜索', 'Can be searched']),
  importable: flag(['可导入', 'Can be imported']),
} as const satisfies Fields

export type Definition = Pick<Values<typeof DEFINITION>, 'label' | 'key'> & { type: FieldType } & {
  [K in Exclude<keyof typeof DEFINITION, 'label' | 'key' | 'type'>]?: Values<typeof DEFINITION>[K]
}

export const MOST_FIELDS = 60
