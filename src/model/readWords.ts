/** Texts that the product wrote and stored in Chinese, in the language of the reader; `{}` is a placeholder for a name or a number. */
import type { Language, Text } from '#base/text.ts'

export function readWords(words: readonly Text[], stored: string, language: Language): string {
  if (language === 'zh') return stored
  for (const [zh, en] of words) {
    if (zh === stored) return en
    const [head = '', tail] = zh.split('{}')
    if (tail === undefined || stored.length < head.length + tail.length) continue
    if (stored.startsWith(head) && stored.endsWith(tail))
      return en.replace('{}', () => stored.slice(head.length, stored.length - tail.length))
  }
  return stored
}
