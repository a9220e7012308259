/** Shown while the code of a page is loaded: nothing at first, then the animated logo. */
import { Logo } from '#console/kit/Logo.tsx'
import { useLate } from '#console/kit/layout/useLate.ts'
import './Waiting.css'

export const Waiting = () => (
  <div className="waiting" aria-busy="true">
    {useLate(true) && <Logo size={40} />}
  </div>
)
