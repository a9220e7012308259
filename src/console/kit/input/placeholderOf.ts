/**
 * The placeholder of an empty input. Chinese: 请输入 or 请选择 and the label. English: the label where it is hidden, as in
 * filters; below a visible label nothing is repeated.
 */
import type { Text } from '#base/text.ts'
import type { Words } from '#console/kit/language.tsx'

export const placeholderOf = (
  act: 'enter' | 'choose',
  { label, hideLabel }: { label: Words; hideLabel?: boolean },
): Text => {
  const [zh, en] = typeof label === 'string' ? [label, label] : label
  return act === 'enter' ? [`请输入${zh}`, hideLabel ? en : ''] : [`请选择${zh}`, hideLabel ? en : 'Choose']
}
