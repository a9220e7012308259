/** Words that displays never show or say: those of an application, and those of the platform for every application. */
import type { Text } from '#base/text.ts'
import { flag, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

/** Why something was switched off, in the audit. */
export const HAS_WORD: Text = ['含有违禁词“{}”', 'It contains the forbidden word “{}”']

const FIELDS = {
  word: text(['词语', 'Word'], {
    ...{ required: true, max: 32, unique: true, find: 'contains', example: '高价回收' },
    help: [
      '大小写、全半角、空格和符号不影响匹配；繁体字按简体字匹配',
      'Case, width, spaces and symbols make no difference; traditional characters match as simplified ones',
    ],
  }),
  remark: text(['备注', 'Remark'], { max: 200, rare: true, lines: 3 }),
  stops: flag(['停用含有该词的内容', 'Switch off what contains it'], { virtual: true, hiddenIn: ['view'] }),
} as const

export const forbiddenWord = defineNoun('forbiddenWord', {
  label: ['违禁词', 'Forbidden word'],
  api: '/api/device/forbiddenWord',
  table: 'displays.forbidden_word',
  scope: 'application',
  name: 'word',
  verbs: ['list', 'view', 'add', 'edit', 'remove', 'import', 'export'],
  fields: FIELDS,
})
export const forbiddenWordLens = defineLens('forbiddenWord', {
  path: '/apply/forbiddenWord',
  label: ['违禁词', 'Forbidden words'],
  empty: [
    '节目、临时文字和联动中含有这些词语的内容会被拒绝',
    'Programmes, temporary texts and linkage with these words are refused',
  ],
  of: 'forbiddenWord',
  columns: ['word', 'remark', 'updatedAt'],
  filters: ['word'],
})

export const platformWord = defineNoun('platformWord', {
  label: ['平台违禁词', 'Platform banned word'],
  api: '/api/device/platformWord',
  table: 'displays.platform_word',
  scope: 'platform',
  name: 'word',
  verbs: ['list', 'view', 'add', 'edit', 'remove', 'import', 'export'],
  fields: FIELDS,
})
export const platformWordLens = defineLens('platformWord', {
  path: '/hardwareManage/platformWord',
  label: ['平台违禁词', 'Platform banned words'],
  empty: ['对所有应用生效的违禁词', 'Words that no display of any application shows'],
  of: 'platformWord',
  columns: ['word', 'remark', 'updatedAt'],
  filters: ['word'],
})
