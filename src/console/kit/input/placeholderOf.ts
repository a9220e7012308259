/** The placeholder of an empty input: 请输入 or 请选择 and its label. */
import type { Text } from '#base/text.ts'
import type { Words } from '#console/kit/language.tsx'

export const placeholderOf = (act: 'enter' | 'choose', label: Words): Text => {
  const [zh, en] = typeof label === 'string' ? [label, label] : label
  // Words in capitals, such as ID and API, are not lowered.
  const low = en.replace(/\b[A-Z][a-z]*\b/g, word => word.toLowerCase())
  return act === 'enter' ? [`请输入${zh}`, `Enter ${low}`] : [`请选择${zh}`, `Choose ${low}`]
}
