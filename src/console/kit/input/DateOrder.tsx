/** Sets the order year, month, day and the 24-hour clock of date inputs in both languages. */
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLanguage } from '#console/kit/language.tsx'

// South African English writes dates in this order. Its number format differs, which does not affect dates.
const ENGLISH = 'en-ZA'

export const DateOrder = ({ children }: { children: ReactNode }) =>
  useLanguage() === 'en' ? <I18nProvider locale={ENGLISH}>{children}</I18nProvider> : children
