/** Shown while the code of a page is loaded: nothing at first, then the animated logo, later in words. */
import { Logo } from '#console/kit/Logo.tsx'
import { SlowWords } from '#console/kit/layout/SlowWords.tsx'
import { useLate } from '#console/kit/layout/useLate.ts'
import './Waiting.css'

export const Waiting = () => (
  <div className="waiting" aria-busy="true">
    {useLate(true) && <Logo size={40} />}
    <SlowWords />
  </div>
)
