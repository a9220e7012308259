/** The column of the buttons is wide enough for every row. */
import { expect, test } from 'vitest'
import { actsWidth } from './actsWidth.ts'
import type { Words } from '#console/kit/language.tsx'
import { text } from '#model/field.ts'
import { defineNoun } from '#model/noun.ts'

const fields = { name: text(['名称', 'Name']) }
const BUILT_IN = { where: { system: [false] }, because: ['内置', 'Built in'] } as const
const noun = defineNoun('thing', {
  ...{ label: ['事物', 'Thing'], api: '/api/thing', table: 'things.thing', scope: 'platform', name: 'name' },
  fields,
  when: { remove: BUILT_IN },
})
const always = defineNoun('other', {
  ...{ label: ['事物', 'Thing'], api: '/api/other', table: 'things.other', scope: 'platform', name: 'name' },
  fields,
})
const act = (id: string, label: string) => ({ id, label: [label, label] as const })
const THREE = [act('view', '查看'), act('edit', '编辑'), act('remove', '删除')]
const MORE_ACTS = [act('look', '以此查看'), act('grant', '授权菜单')]
const words = { can: () => true, translate: (some: Words): string => (typeof some === 'string' ? some : some[0]) }
const PER_LETTER = 13
const px = (...labels: string[]): number => labels.reduce((sum, label) => sum + label.length * PER_LETTER + 12, 0)

test('a row without the button that some rows lack shows its other four without the menu', () => {
  expect(actsWidth(noun, { before: THREE, after: MORE_ACTS }, words)).toBe(px('查看', '编辑', '以此查看', '授权菜单'))
})
test('where no row lacks one, every row has the menu', () => {
  expect(actsWidth(always, { before: THREE, after: MORE_ACTS }, words)).toBe(px('查看', '编辑', '删除', '更多'))
})
test('up to four are all shown', () => {
  expect(actsWidth(noun, { before: THREE, after: [] }, words)).toBe(px('查看', '编辑', '删除'))
  expect(actsWidth(noun, { before: [], after: [] }, words)).toBe(0)
})
