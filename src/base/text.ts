/** Words shown to people, always in both languages: Chinese first, English second. */
export type Text = readonly [zh: string, en: string]
export type Language = 'zh' | 'en'

export const translate = (text: Text, language: Language): string => text[language === 'zh' ? 0 : 1]

/** English as it stands within a sentence: a word with more capitals than its first, such as PIN or QR, keeps them. */
export const lowered = (en: string): string =>
  en.replaceAll(/\p{L}+/gu, word => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()))
