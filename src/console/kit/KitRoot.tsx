/** The root of the kit, rendered once around the app: language, tooltips, toasts and the shared confirm dialog. */
import { useSyncExternalStore, type ReactNode } from 'react'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { onQuestions, openQuestion } from '#console/kit/overlay/confirm.ts'
import { LanguageProvider } from '#console/kit/language.tsx'
import '#console/kit/tokens.css'
import '#console/kit/reset.css'

// The code of overlays is too large for the login page: that of dialogs is loaded at the first question, that of toasts
// and the tooltip once the page is shown. A toast from before waits for it.
const Layers = lazy(async () => (await import('#console/kit/overlay/Layers.tsx')).Layers)
const Confirm = lazy(async () => (await import('#console/kit/overlay/Confirm.tsx')).Confirm)

export const KitRoot = ({ children }: { children: ReactNode }) => {
  const question = useSyncExternalStore(onQuestions, openQuestion)
  return (
    <LanguageProvider>
      {children}
      <Layers />
      {question && <Confirm question={question} key={question.id} />}
    </LanguageProvider>
  )
}
