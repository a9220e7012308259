/** The column of the buttons is as wide as the buttons that its rows show. */
import { expect, test } from 'vitest'
import { actsWidth } from './actsWidth.ts'
import type { Words } from '#console/kit/language.tsx'

const act = (label: string) => ({ label: [label, label] as const })
const THREE = [act('查看'), act('编辑'), act('删除')]
const chinese = (some: Words): string => (typeof some === 'string' ? some : some[0])
const PER_LETTER = 13
const px = (...labels: string[]): number => labels.reduce((sum, label) => sum + label.length * PER_LETTER + 12, 0)

test('up to four buttons are all shown', () => {
  expect(actsWidth([THREE, [act('授权菜单'), ...THREE]], chinese)).toBe(px('授权菜单', '查看', '编辑', '删除'))
})
test('more than four are three and the menu', () => {
  expect(actsWidth([[...THREE, act('以此查看'), act('授权菜单')]], chinese)).toBe(px('查看', '编辑', '删除', '更多'))
})
test('a button that only one row has, also one of its page, has its space', () => {
  expect(actsWidth([THREE, [act('生成报修'), act('查看')]], chinese)).toBe(px('查看', '编辑', '删除'))
  expect(actsWidth([[act('查看')], [act('生成报修'), act('查看')]], chinese)).toBe(px('生成报修', '查看'))
})
test('rows without buttons have no column', () => {
  expect(actsWidth([], chinese)).toBe(0)
  expect(actsWidth([[]], chinese)).toBe(0)
})
