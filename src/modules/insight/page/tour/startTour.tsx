/**
 * Starts the tour beside the console, for a user who has not ended it, in an installation with a demo. It has a root of
 * its own, because it goes on from page to page and only few users need its code.
 */
import { createRoot, type Root } from 'react-dom/client'
import { can } from '#console/data/me.ts'
import { get } from '#console/data/request.ts'
import { onSessionEnd } from '#console/data/session.ts'
import { parsed, storedText, storePreference } from '#console/kit/preferences.ts'
import { TOUR_STEPS, type TourPlaces } from './steps.ts'
import { Tour } from './Tour.tsx'

/** The preference: the keys of the steps that were taken, and whether the tour was ended. */
interface TourState {
  taken: readonly string[]
  ended: boolean
}
const PREFERENCE = 'tour'
const tourState = (): TourState => (parsed(storedText(PREFERENCE)) as TourState | null) ?? { taken: [], ended: false }

let shown: { root: Root; box: HTMLElement } | undefined
function close(): void {
  shown?.root.unmount()
  shown?.box.remove()
  shown = undefined
}
onSessionEnd(close)

export async function startTour(): Promise<void> {
  if (shown || tourState().ended) return
  const places = await get<TourPlaces | null>('/api/insight/tour', undefined, { quiet: true }).catch(() => null)
  // The stored preferences of the account may have arrived meanwhile.
  if (!places || shown || tourState().ended) return
  const steps = TOUR_STEPS.filter(step => can(step.point) && step.href(places))
  if (steps.length === 0) return
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  shown = { root, box }
  const onEnd = (): void => {
    storePreference(PREFERENCE, { ...tourState(), ended: true })
    close()
  }
  const onTaken = (key: string): void => {
    const { taken, ended } = tourState()
    if (!taken.includes(key)) storePreference(PREFERENCE, { taken: [...taken, key], ended })
  }
  root.render(<Tour steps={steps} places={places} taken={tourState().taken} onTaken={onTaken} onEnd={onEnd} />)
}
