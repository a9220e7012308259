/** Events are shown in words; codes only where the class has no words. */
import { expect, test } from 'vitest'
import { classes } from '#main/registry.ts'
import { eventContent, eventLabel, eventNote, levelOf } from './eventWords.ts'

const doors = classes.get('accessControlDevice')!
const zh = (words: unknown): string => (Array.isArray(words) ? String(words[0]) : String(words))

test('an event without fields shows its name, and not its code below it', () => {
  const event = { identifier: 'button', name: 'button', params: { doorNo: 1 } }
  expect(zh(eventLabel(doors, event))).toBe('出门按钮')
  expect(eventNote(doors, event, zh)).toBe('')
})

test('values have the words of their class, and figures their unit, in the language of the reader', () => {
  const en = (words: unknown): string => (Array.isArray(words) ? String(words[1]) : String(words))
  const booted = { identifier: 'boot', params: { reason: 'power-on' } }
  expect([eventContent(doors, booted, zh), eventContent(doors, booted, en)]).toEqual(['原因 上电', 'Reason Power on'])
  const held = { identifier: 'openTimeout', params: { doorNo: 2, on: false, seconds: 99 } }
  expect([eventContent(doors, held, zh), eventContent(doors, held, en)]).toEqual([
    '已恢复 · 时长 99 秒',
    'Ended · Duration 99 s',
  ])
})

test('values come in the order of their class, whatever the order in which the database keeps them', () => {
  const params = { ms: 3557, ok: true, to: 100, guid: 'g', from: 0, novel: 1 }
  expect(eventContent(classes.get('bollardDevice')!, { identifier: 'moved', params }, zh)).toBe(
    '从 0 % · 到 100 % · 用时 3557 毫秒 · 成功 是 · novel 1',
  )
})

test('what the class does not know is shown as it came', () => {
  expect(eventNote(doors, { identifier: 'novelty', params: {} }, zh)).toBe('novelty')
})

test('what has ended keeps the word of its level and no longer alarms', () => {
  const [began, ended] = [true, false].map(on => levelOf({ level: 2, params: { doorNo: 1, on } }))
  expect([began!.tone, ended!.tone, ended!.word[0]]).toEqual(['bad', 'off', '故障'])
  expect(levelOf({ level: 2, params: null }).tone).toBe('bad')
})

test('the key of a picture and the place of what was found are not words', () => {
  const params = { channelNo: 2, score: 86, box: '412,220,180,360', photo: 'file:0123456789abcdefghijkl' }
  expect(eventContent(classes.get('boxDevice')!, { identifier: 'helmet', params }, zh)).toBe('置信度 86 %')
  expect(eventContent(doors, { identifier: 'button', params: { doorNo: 1, photo: 'file:x' } }, zh)).toBe('')
})
