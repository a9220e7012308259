/** The words an empty input shows: 请输入 or 请选择 and its label. */
import type { Text } from '#base/text.ts'
import type { Words } from '#console/kit/language.tsx'

export const placeholderOf = (act: 'enter' | 'choose', label: Words): Text => {
  const [zh, en] = typeof label === 'string' ? [label, label] : label
  // ID and API stay as they are written.
  const low = en.replace(/\b[A-Z][a-z]*\b/g, word => word.toLowerCase())
  return act === 'enter' ? [`请输入${zh}`, `Enter ${low}`] : [`请选择${zh}`, `Choose ${low}`]
}
