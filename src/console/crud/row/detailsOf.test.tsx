/** The details of a row: without empty fields that only the platform writes, and in the words of its page. */
import { expect, test } from 'vitest'
import * as f from '#model/field.ts'
import { setShownZone } from '#base/time.ts'
import { defineNoun, machine } from '#model/noun.ts'
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

test('beside a state that ends by itself stands when, for as long as the row is in it', () => {
  const lease = defineNoun('lease', {
    ...{ label: ['租约', 'Lease'], api: '/api/lease', table: 'test.lease', scope: 'source', name: 'name' },
    fields: { name: f.text(['名称', 'Name']), endsOn: f.day(['最后一天', 'Last day']) },
    states: {
      state: machine(['状态', 'State'], { open: [1, '有效', 'Open'], over: [2, '到期', 'Over'] }, 'open', {
        end: { from: ['open'], to: 'over', label: ['到期', 'Expires'], by: 'system', at: 'endsOn' },
      }),
    },
  })
  setShownZone('Asia/Shanghai')
  const shown = (state: number, endsOn: string | null) =>
    detailsOf(lease, { id: '1', name: '库房', state, endsOn }, ['state'], translateNow).slice(1)
  expect(shown(1, '2030-12-31')).toEqual([
    { label: ['到期时间', 'Expires: on'], value: '2031/01/01 00:00:00', mono: true },
  ])
  expect(shown(2, '2030-12-31')).toEqual([])
  expect(shown(1, null)).toEqual([])
})
