/** The actions of a rule that no device carries out: what each asks for, and how it reads. */
import type { Text } from '#base/text.ts'
import { choice, ref, text, type Fields } from '#model/field.ts'
import type { Params } from '#model/row.ts'
import { ALARM_LEVELS } from '#modules/devices/alarm/alarmLevels.rules.ts'
import { NOTIFY, RAISE_ALARM } from './linkage.rules.ts'

interface PlatformAct {
  label: Text
  input: Fields
  /** For a message: what is wrong when the parameters are not valid. */
  asks: Text
  /** The action as part of a sentence. */
  words(params: Params): Text
}

export const PLATFORM_ACTS: ReadonlyMap<string, PlatformAct> = new Map(
  Object.entries<PlatformAct>({
    [RAISE_ALARM]: {
      label: ['打开告警', 'Raise an alarm'],
      input: {
        name: text(['告警', 'What happened'], { required: true, max: 50 }),
        level: choice(['级别', 'Level'], ALARM_LEVELS, { required: true }),
      },
      asks: ['请填写告警的名称与级别', 'Name the alarm and choose its level'],
      words: ({ name }) => [`打开告警“${name ?? '…'}”`, `raise an alarm “${name ?? '…'}”`],
    },
    [NOTIFY]: {
      label: ['通知人员', 'Notify people'],
      input: {
        accountIds: ref(['通知', 'To'], 'user', { many: true, required: true }),
        by: choice(
          ['方式', 'By'],
          { console: ['console', '控制台', 'Console'], sms: ['sms', '短信', 'SMS'] },
          { required: true },
        ),
        text: text(['内容', 'Text'], { required: true, max: 60, example: '请到 1 号门查看' }),
      },
      asks: ['请选择通知谁、用什么方式，并填写内容', 'Choose whom to notify and how, and write a text'],
      words: ({ text: body, by }) =>
        by === 'sms'
          ? [`短信通知“${body ?? '…'}”`, `notify by SMS “${body ?? '…'}”`]
          : [`通知“${body ?? '…'}”`, `notify “${body ?? '…'}”`],
    },
  }),
)
