/** Columns that always stay give way to each other before the last one is covered by the operations. */
import { expect, test } from 'vitest'
import { widthOf, type Column } from './column.ts'
import { folds, layoutOf, type Extras } from './tableLayout.ts'

const columns: readonly Column<object>[] = [
  { key: 'name', label: '事件', grow: 1, priority: 1 },
  { key: 'level', label: '级别', width: 96, priority: 1 },
  { key: 'device', label: '设备', priority: 1 },
  { key: 'time', label: '时间', width: 112, priority: 1 },
]
const extras: Extras = { check: true, index: true, operations: 160 }
const usedPx = (widths: Readonly<Record<string, number>>): number =>
  columns.reduce((total, column) => total + (widths[column.key] ?? widthOf(column)), 40 + 48 + 160)

test('columns without a width are narrower where a little room is missing', () => {
  const { minPx, widths } = layoutOf(columns, extras, 718, 0)
  expect(usedPx(widths)).toBeLessThanOrEqual(718)
  expect(minPx).toBe(718)
  expect([widths.level, widths.time]).toEqual([undefined, undefined])
  expect(Math.min(widths.name!, widths.device!)).toBeGreaterThanOrEqual(96)
})

test('columns of codes give way too, down to their least width, unless the user set it', () => {
  const codes = columns.map(column => (column.key === 'time' ? { ...column, width: 168, least: 112 } : column))
  const { minPx, widths } = layoutOf(codes, extras, 700, 0)
  expect(minPx).toBe(700)
  expect(widths.time).toBeGreaterThanOrEqual(112)
  expect(widths.level).toBeUndefined()
  const pulled = codes.map(column => (column.key === 'time' ? { ...column, pulled: true as const } : column))
  expect(layoutOf(pulled, extras, 700, 0).widths).toEqual({})
})

test('where that is not enough, the table scrolls sideways and no column is narrower', () => {
  const { minPx, widths } = layoutOf(columns, extras, 600, 0)
  expect(widths).toEqual({})
  expect(minPx).toBe(744)
})

test('the buttons of rows give way before a column that always stays is covered', () => {
  expect(folds(columns, extras, 648)).toBe(false)
  expect(folds(columns, extras, 647)).toBe(true)
  expect(folds(columns, { ...extras, operations: 60 }, 600)).toBe(false)
  // A column that may be left out is left out first.
  const [name, level, device, time] = columns as [Column<object>, Column<object>, Column<object>, Column<object>]
  expect(folds([name, level, device, { ...time, priority: 2 }], extras, 647)).toBe(false)
})

test('in a very wide table every column grows by the same, so that the widest are not the emptiest', () => {
  const { widths } = layoutOf(columns, extras, 2300, 0)
  const added = [widths.level! - 96, widths.time! - 112, widths.name! - 360, widths.device! - 360]
  expect(Math.min(...added)).toBeGreaterThan(0)
  expect(Math.max(...added) - Math.min(...added)).toBeLessThanOrEqual(1)
})
