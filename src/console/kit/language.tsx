/** The language of the page: the one chosen in this browser, otherwise the first of the browser's own that there is. */
import { useCallback, useSyncExternalStore, type ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { translate, type Language, type Text } from '#base/text.ts'

/** A text in both languages, or a string from the server or a user, which is not translated. */
export type Words = Text | string

const key = 'portico-language'
const listeners = new Set<() => void>()

/** Whoever reads neither is more likely to read English. `theme.js` decides the same before the first picture. */
const ofBrowser = (): Language =>
  navigator.languages.map(tag => tag.slice(0, 2).toLowerCase()).find(tag => tag === 'zh' || tag === 'en') === 'zh'
    ? 'zh'
    : 'en'

export const currentLanguage = (): Language => {
  const chosen = localStorage.getItem(key)
  return chosen === 'en' || chosen === 'zh' ? chosen : ofBrowser()
}

const apply = (): void => {
  document.documentElement.lang = currentLanguage() === 'en' ? 'en' : 'zh-CN'
  for (const listener of listeners) listener()
}

export const setLanguage = (language: Language): void => {
  localStorage.setItem(key, language)
  apply()
}

export const toggleLanguage = (): void => setLanguage(currentLanguage() === 'zh' ? 'en' : 'zh')

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)

/** For code outside components. */
export const translateNow = (words: Words): string =>
  typeof words === 'string' ? words : translate(words, currentLanguage())

/** Returns the function that translates a text in the current language; plain strings pass through. */
export const useTranslate = (): ((words: Words) => string) => {
  const language = useLanguage()
  return useCallback((words: Words) => (typeof words === 'string' ? words : translate(words, language)), [language])
}

/** Sets the language of the react-aria controls as well. */
export const LanguageProvider = ({ children }: { children: ReactNode }) => (
  <I18nProvider locale={useLanguage() === 'en' ? 'en-US' : 'zh-CN'}>{children}</I18nProvider>
)

addEventListener('storage', event => {
  if (event.key === key) apply()
})
