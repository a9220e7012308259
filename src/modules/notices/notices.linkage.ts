/** What notices add to linkage rules: people are told, about a device or about what started the rule. */
import { choice, ref, text } from '#model/field.ts'
import type { Text } from '#base/text.ts'
import { defineAct } from '#model/linkage.ts'
import { readingAny } from '#modules/identity/account/neededPoints.rules.ts'

const ASKS: Text = ['请选择通知谁、用什么方式，并填写内容', 'Choose whom to notify and how, and write a text']
const BY_SMS_ONLY: Text = ['人员没有控制台，请用短信通知', 'People have no console: notify them by SMS']
const some = (ids: unknown): boolean => Array.isArray(ids) && ids.length > 0

export const notifyAct = defineAct('notify', {
  label: ['通知人员', 'Notify people'],
  device: 'optional',
  fields: {
    accountIds: ref(['通知', 'To'], 'user', { many: true }),
    /** People without an account, by SMS. */
    personIds: ref(['人员', 'People'], 'person', { many: true }),
    by: choice(
      ['方式', 'By'],
      { console: ['console', '控制台', 'Console'], sms: ['sms', '短信', 'SMS'] },
      { required: true },
    ),
    text: text(['内容', 'Text'], { required: true, max: 60, example: '请到 1 号门查看' }),
  },
  needs: ({ personIds }) => (some(personIds) ? [readingAny('person')] : []),
  problem: ({ accountIds, personIds, by }) =>
    !some(accountIds) && !some(personIds) ? ASKS : some(personIds) && by !== 'sms' ? BY_SMS_ONLY : null,
  asks: ASKS,
  words({ text: body, by }) {
    const shown = String(body ?? '…')
    return by === 'sms' ? [`短信通知“${shown}”`, `notify by SMS “${shown}”`] : [`通知“${shown}”`, `notify “${shown}”`]
  },
})
