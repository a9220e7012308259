/** Words shown to people, always in both languages: Chinese first, English second. */
export type Text = readonly [zh: string, en: string]
export type Language = 'zh' | 'en'

export const translate = (text: Text, language: Language): string => text[language === 'zh' ? 0 : 1]
