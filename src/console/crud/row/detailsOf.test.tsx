/** The details of a row: without empty fields that only the platform writes, and in the words of its page. */
import { expect, test } from 'vitest'
import * as f from '#model/field.ts'
import { defineNoun } from '#model/noun.ts'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { translateNow } from '#console/kit/language.tsx'

const lamp = defineNoun('lamp', {
  ...{ label: ['路灯', 'Lamp'], api: '/api/lamp', table: 'test.lamp', scope: 'platform', name: 'name' },
  fields: {
    name: f.text(['名称', 'Name'], { required: true }),
    remark: f.text(['备注', 'Remark']),
    brokenAt: f.instant(['熄灭时间', 'Broken at'], { by: 'system' }),
    reason: f.computed(f.text(['原因', 'Reason'])),
    hours: f.list(['时段', 'Hours'], { from: f.clock(['起', 'From']) }, { max: 8 }),
  },
})
const row = { id: '1', rev: 1, name: '东门', remark: null, brokenAt: null, reason: null, hours: [{ from: '18:00' }] }
const names = Object.keys(lamp.fields)

test('an empty field of the platform is left out, one that people fill in is not', () => {
  const labels = detailsOf(lamp, row, names, translateNow).map(({ label }) => label[0])
  expect(labels).toEqual(['名称', '备注', '时段'])
  expect(detailsOf(lamp, { ...row, reason: '灯管坏' }, names, translateNow).map(({ label }) => label[0])).toContain(
    '原因',
  )
})

test('a list is said as the page says it in its column', () => {
  const columns = { hours: { render: () => '每天 18:00 起' } }
  expect(detailsOf(lamp, row, names, translateNow, columns).at(-1)).toMatchObject({
    value: '每天 18:00 起',
    wide: true,
  })
})
