/** How cells are interpreted, in the ways people write them. */
import { describe, expect, test } from 'vitest'
import { choice, day, flag, instant, integer, json, text } from '#model/field.ts'
import { cellText } from '../crud/cellText.ts'
import { cellValue } from './cell.ts'

const type = choice(['类型', 'Type'], { staff: [1, '员工', 'Staff'], guest: [2, '访客', 'Guest'] })
const many = choice(['天', 'Days'], { mon: [1, '周一', 'Mon'], tue: [2, '周二', 'Tue'] }, { many: true })
const at = instant(['时间', 'Time'])
const on = day(['日期', 'Day'])

describe('an export is read again as it was', () => {
  const span = { kind: 'span', of: 'instant', label: ['期限', 'Span'] } as const
  const fields = { at, span }
  test.each(['America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Asia/Shanghai', 'UTC'])('%s', zone => {
    const again = (value: unknown, name: keyof typeof fields): unknown => {
      const reading = { language: 'zh', zone, nouns: new Map(), classes: new Map() } as const
      const text = cellText(fields[name], name, { [name]: value }, reading)
      return cellValue(fields[name], text, zone)
    }
    // Every seven hours through a year, and every 17 minutes on the days of both changes of summer time.
    const year = Array.from({ length: 1200 }, (_, n) => Date.UTC(2026, 0, 1) + n * 7.3 * 3_600_000)
    const changes = [Date.UTC(2026, 2, 7), Date.UTC(2026, 3, 4), Date.UTC(2026, 9, 3), Date.UTC(2026, 9, 31)]
    const days = changes.flatMap(from => Array.from({ length: 200 }, (_, n) => from + n * 17 * 60_000))
    for (const ms of [...year, ...days]) {
      const value = new Date(ms).toISOString()
      expect(again(value, 'at'), value).toEqual({ value })
      const until = { from: value, to: new Date(ms + 3_600_000).toISOString() }
      expect(again(until, 'span')).toEqual({ value: until })
    }
  })
  test('without an offset a cell is in the zone', () => {
    expect(cellValue(at, '2026-07-01 08:30', 'America/New_York')).toEqual({ value: '2026-07-01T12:30:00.000Z' })
    expect(cellValue(at, '2026-07-01 08:30', 'Asia/Shanghai')).toEqual({ value: '2026-07-01T00:30:00.000Z' })
  })
})

describe('cells', () => {
  test.each([
    [type, '员工', 1],
    [type, 'GUEST', 2],
    [type, '2', 2],
    [type, 'staff', 1],
    [many, '周一、Tue', [1, 2]],
    [flag(['是否', 'Flag']), '是', true],
    [flag(['是否', 'Flag']), 'No', false],
    [at, '2026-01-31', '2026-01-30T16:00:00.000Z'],
    [at, '2026/1/31 8:30', '2026-01-31T00:30:00.000Z'],
    [at, '2026年1月31日 08:30:15', '2026-01-31T00:30:15.000Z'],
    [at, '2026-01-31T08:30:00Z', '2026-01-31T08:30:00Z'],
    [on, '2026.1.5', '2026-01-05'],
    [integer(['数', 'N']), '12', '12'],
    [json(['卡', 'Cards']), 'A1，A2; A3', ['A1', 'A2', 'A3']],
    [text(['名', 'Name']), '1E5', '1E5'],
    [type, '', null],
  ] as const)('%j %s', (field, given, value) => {
    expect(cellValue(field, given, 'Asia/Shanghai')).toEqual({ value })
  })
  test.each([
    [at, '2026-01-31 08:30 +99:99', '不是有效的日期'],
    [type, '教授', '类型应为员工、访客之一'],
    [on, '2026-02-30', '日期“2026-02-30”不是有效的日期'],
    [at, '46053', '时间“46053”不是有效的日期'],
    [at, '2026-01-31 25:00', '时间“2026-01-31 25:00”不是有效的日期'],
    [flag(['是否', 'Flag']), '也许', '是否应为是或否'],
    [text(['手机', 'Phone'], { pattern: 'phone' }), '1.38E+10', '手机“1.38E+10”已被表格改写成科学计数法'],
    [text(['证件', 'ID'], { mask: 'idCard' }), '1.10101199003071e+17', '证件“1.10101199003071e+17”已被表格改写'],
  ] as const)('%j %s is refused', (field, given, problem) => {
    const result = cellValue(field, given, 'Asia/Shanghai')
    expect('problem' in result && result.problem[0]).toContain(problem)
  })
})
