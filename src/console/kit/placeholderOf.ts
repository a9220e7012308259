/** The words an empty input shows: 请输入 or 请选择 and its label. */
import type { Text } from '#base/text.ts'
import type { Words } from '#console/kit/language.tsx'

export const placeholderOf = (act: 'enter' | 'choose', label: Words): Text => {
  const [zh, en] = typeof label === 'string' ? [label, label] : label
  return act === 'enter' ? [`请输入${zh}`, `Enter ${en.toLowerCase()}`] : [`请选择${zh}`, `Choose ${en.toLowerCase()}`]
}
