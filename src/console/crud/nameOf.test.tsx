/** A row is called by its name, never by the number of what it refers to. */
import { expect, test } from 'vitest'
import { ref, text } from '#model/field.ts'
import { defineNoun } from '#model/noun.ts'
import { nameOf } from './nameOf.ts'

const setting = defineNoun('setting', {
  ...{ label: ['门参数', 'Door setting'], api: '/api/setting', table: 'test.setting', scope: 'platform' },
  name: 'doorId',
  fields: { doorId: ref(['门', 'Door'], 'door', { required: true }), note: text(['备注', 'Note']) },
})

test('one that is called by a reference has the name of the row there', () => {
  expect(nameOf(setting, { id: '1', doorId: '191985968950059008', doorName: '设备房 · 2 号门' })).toBe(
    '设备房 · 2 号门',
  )
  // Nothing else is known of a row that was removed there.
  expect(nameOf(setting, { id: '1', doorId: '191985968950059008', doorName: null })).toBe('191985968950059008')
})
