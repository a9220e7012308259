/** Keys of the definitions as choices of a filter: by their words, and the acts of one object where it is chosen. */
import { expect, test } from 'vitest'
import { accessControlDevice } from '#devices/accessControlDevice.ts'
import { text } from './field.ts'
import { keyChoices } from './keyChoices.ts'
import { defineNoun } from './noun.ts'

const noun = (key: string, more: object = {}) =>
  defineNoun(key, {
    ...{ label: [key, key], api: `/api/${key}`, table: `test.${key}`, scope: 'platform', name: 'name' },
    fields: { name: text(['名称', 'Name']), ...more },
    actions: { [`${key}Act`]: { on: 'row', label: ['做', 'Do'] } },
  } as const)
const definitions = {
  nouns: new Map([
    ['desk', noun('desk')],
    ['gate', noun('gate', { deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass' }) })],
  ]),
  classes: new Map([['accessControlDevice', accessControlDevice]]),
} as never
const acts = text(['操作', 'Action'], { keyOf: 'act', known: { bulk: ['bulk', '批量操作', 'Bulk action'] } })
const keys = (object: string | undefined): string[] => keyChoices(acts, object, definitions).map(([key]) => key)
const [command] = Object.keys(accessControlDevice.commands)

test('every noun is a choice, beside the objects that are none', () => {
  const objects = text(['对象', 'Object'], { keyOf: 'noun', known: { job: ['job', '任务', 'Job'] } })
  expect(keyChoices(objects, undefined, definitions).map(([key]) => key)).toEqual(['job', 'desk', 'gate'])
})

test('the acts are those of the chosen object; commands only of those that are devices; reading is none', () => {
  expect(keys(undefined)).toEqual(expect.arrayContaining(['bulk', 'edit', 'deskAct', 'gateAct', command]))
  expect(keys('desk')).toContain('deskAct')
  for (const absent of ['gateAct', command, 'list', 'view']) expect(keys('desk')).not.toContain(absent)
  expect(keys('gate')).toContain(command)
})
