/** What the kit needs once around the app: theme, language, tips, toasts and the shared confirm. */
import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { onQuestions, openQuestion } from '#console/kit/overlay/confirm.ts'
import { LanguageProvider } from '#console/kit/language.tsx'
import { ToastLayer } from '#console/kit/overlay/ToastLayer.tsx'
import { TipLayer } from '#console/kit/overlay/Tooltip.tsx'
import '#console/kit/tokens.css'
import '#console/kit/reset.css'

// Overlays weigh more than the login page can carry; the question brings them.
const Confirm = lazy(async () => ({ default: (await import('#console/kit/overlay/Confirm.tsx')).Confirm }))

export const KitRoot = ({ children }: { children: ReactNode }) => {
  const question = useSyncExternalStore(onQuestions, openQuestion)
  return (
    <LanguageProvider>
      {children}
      <ToastLayer />
      <TipLayer />
      {question && (
        <Suspense>
          <Confirm question={question} key={question.id} />
        </Suspense>
      )}
    </LanguageProvider>
  )
}
