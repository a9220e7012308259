/** The root of the kit, rendered once around the app: language, tooltips, toasts and the shared confirm dialog. */
import { useSyncExternalStore, type ReactNode } from 'react'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { onQuestions, openQuestion } from '#console/kit/overlay/confirm.ts'
import { LanguageProvider } from '#console/kit/language.tsx'
import { ToastLayer } from '#console/kit/overlay/ToastLayer.tsx'
import '#console/kit/tokens.css'
import '#console/kit/reset.css'

// The code of overlays is too large for the login page: that of dialogs is loaded at the first question, and a tooltip
// is shown only when a pointer rests somewhere.
const TipLayer = lazy(async () => (await import('#console/kit/overlay/Tooltip.tsx')).TipLayer)
const Confirm = lazy(async () => (await import('#console/kit/overlay/Confirm.tsx')).Confirm)

export const KitRoot = ({ children }: { children: ReactNode }) => {
  const question = useSyncExternalStore(onQuestions, openQuestion)
  return (
    <LanguageProvider>
      {children}
      <ToastLayer />
      <TipLayer />
      {question && <Confirm question={question} key={question.id} />}
    </LanguageProvider>
  )
}
