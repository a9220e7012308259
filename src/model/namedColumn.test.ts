/** Columns as the specification names their parts become the fields that forms, API and import share. */
import { expect, test } from 'vitest'
import { judgeAll } from './judge.ts'
import { namedFields } from './namedColumn.ts'

const fields = namedFields([
  { prop: 'name', label: '名称', rules: [{ required: true }, { min: 2, max: 8 }], span: 24 },
  { prop: 'mail', label: '邮箱', rules: [{ type: 'email' }], editDisabled: true, viewDisplay: false },
  { prop: 'code', label: '代码', rules: [{ len: 4 }, { pattern: /^[A-Z]+$/ }] },
  { prop: 'level', label: '级别', rules: [{ enum: [1, 2] }] },
  { prop: 'days', label: '日期', type: 'checkbox', dicData: [{ value: 1, label: '周一' }] },
  { prop: 'province', label: '省', type: 'select', dicUrl: '/api/area', cascader: ['city'] },
  {
    prop: 'city',
    label: '市',
    type: 'select',
    dicUrl: '/api/area/{{key}}',
    dicMethod: 'post',
    props: { value: 'id', label: 'name' },
    multiple: true,
  },
  { prop: 'way', label: '地区', type: 'cascader', dicUrl: '/api/area/tree' },
  { prop: 'rows', label: '明细', type: 'dynamic', limit: 2, children: [{ prop: 'no', label: '序号', type: 'number' }] },
])

test('prop, label, type, rules, dicUrl, props, cascader, multiple and span each mean what they say', () => {
  expect(fields).toMatchObject({
    name: { kind: 'text', label: ['名称', '名称'], required: true, min: 2, max: 8, wide: true },
    mail: { kind: 'text', pattern: 'email', disabledIn: ['edit'], hiddenIn: ['view'] },
    code: { kind: 'text', min: 4, max: 4, matches: '^[A-Z]+$' },
    level: { kind: 'choice', values: { 1: [1, '1', '1'], 2: [2, '2', '2'] } },
    days: { kind: 'choice', as: 'checkbox', many: true },
    province: { kind: 'dictionary', from: '/api/area' },
    city: {
      kind: 'dictionary',
      from: '/api/area/{{key}}',
      under: 'province',
      method: 'POST',
      props: { value: 'id', label: 'name' },
      many: true,
    },
    way: { kind: 'dictionary', shape: 'way' },
    rows: { kind: 'list', max: 2, of: { no: { kind: 'integer' } } },
  })
})

test('they judge by their rules', () => {
  const judged = judgeAll(fields, { name: '一', mail: 'x', code: 'abcd', level: 3 })
  expect('problems' in judged && judged.problems.map(({ field, text }) => [field, text[0]])).toEqual([
    ['name', '名称长度应为2到8个字符'],
    ['mail', '邮箱不是有效的邮箱'],
    ['code', '代码“abcd”格式错误'],
    ['level', '级别必须是1、2之一'],
  ])
})
