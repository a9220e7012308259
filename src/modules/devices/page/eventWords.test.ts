/** Events are shown in words; codes only where the class has no words. */
import { expect, test } from 'vitest'
import { classes } from '#main/registry.ts'
import { eventLabel, eventNote } from './eventWords.ts'

const doors = classes.get('accessControlDevice')!
const zh = (words: unknown): string => (Array.isArray(words) ? String(words[0]) : String(words))

test('an event without fields shows its name, and not its code below it', () => {
  const event = { identifier: 'button', name: 'button', params: { doorNo: 1 } }
  expect(zh(eventLabel(doors, event))).toBe('出门按钮')
  expect(eventNote(doors, event, zh)).toBe('')
})

test('what the class does not know is shown as it came', () => {
  expect(eventNote(doors, { identifier: 'novelty', params: {} }, zh)).toBe('novelty')
})
