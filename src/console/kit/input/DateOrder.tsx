/** Year, month, day and 24 hours in both languages, as everywhere else on screen. */
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLanguage } from '#console/kit/language.tsx'

// English that writes dates in this order; its numbers are not used here.
const ENGLISH = 'en-ZA'

export const DateOrder = ({ children }: { children: ReactNode }) =>
  useLanguage() === 'en' ? <I18nProvider locale={ENGLISH}>{children}</I18nProvider> : children
