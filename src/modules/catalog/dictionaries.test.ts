/** The dictionaries stand as the reading of the domain lists them. */
import { expect, test } from 'vitest'
import { dictionaries } from './dictionaries.ts'

test('every option has a value of its own and words in both languages', () => {
  for (const { type, label, options } of dictionaries.values()) {
    expect(options.length, type).toBeGreaterThan(1)
    expect(new Set(options.map(option => option.value)).size, type).toBe(options.length)
    for (const words of [label, ...options.map(option => option.label)])
      for (const word of words) expect(word.trim(), type).not.toBe('')
  }
})

test.each([
  ['user_type', '2', '代理商'],
  ['park_state', '10', '先离后付'],
  ['plate_color', '-1', '未知'],
  ['gate_state', 'KEEP_OPEN', '常开'],
  ['withdraw_state', '21', '提现失败'],
  ['connector_state', '255', '故障'],
  ['scenario', '2', '校园'],
])('%s %s is %s', (type, value, word) => {
  expect(dictionaries.get(type)?.options.find(option => option.value === value)?.label[0]).toBe(word)
})
