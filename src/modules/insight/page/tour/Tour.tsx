/** The card of the tour: its steps, of which one is open; a step is ticked when it was really taken. */
import { useEffect, useState } from 'react'
import { Check, ChevronDown, ChevronUp, X } from 'lucide-react'
import { Button } from '#console/kit/Button.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import type { TourPlaces, TourStep } from './steps.ts'
import './tour.css'

export type TourProps = {
  steps: readonly TourStep[]
  places: TourPlaces
  /** The keys of steps taken before. */
  taken: readonly string[]
  onTaken: (key: string) => void
  onEnd: () => void
}
/** The card is outside the router; this often it looks at which page is shown. */
const LOOK_MS = 400
/** The card would cover what it leads to. */
const narrow = matchMedia('(max-width: 960px)')
const phone = matchMedia('(max-width: 640px)')

export const Tour = ({ steps, places, taken: before, onTaken, onEnd }: TourProps) => {
  const translate = useTranslate()
  const [taken, setTaken] = useState(before)
  // On a phone the open card would cover half of the first page.
  const [folded, setFolded] = useState(() => phone.matches)
  const [chosen, setChosen] = useState<string>()
  useTaken(steps, key => {
    if (taken.includes(key)) return
    setTaken([...taken, key])
    setChosen(undefined)
    onTaken(key)
  })
  const left = steps.filter(({ key }) => !taken.includes(key))
  const open = chosen ?? left[0]?.key
  const count = `${steps.length - left.length}/${steps.length}`
  return (
    <section className="tour" aria-label={translate(['导览', 'Tour'])}>
      <header>
        <h2>
          {translate(left.length ? ['90 秒看懂万物通', 'Portico in 90 seconds'] : ['导览已完成', 'The tour is done'])}
        </h2>
        <span className="tour-count">{count}</span>
        <IconButton
          icon={folded ? ChevronUp : ChevronDown}
          label={folded ? ['展开导览', 'Unfold the tour'] : ['收起导览', 'Fold the tour']}
          aria-expanded={!folded}
          size="small"
          onPress={() => setFolded(!folded)}
        />
        <IconButton icon={X} label={['结束导览', 'End the tour']} size="small" onPress={onEnd} />
      </header>
      {!folded && (
        <ol>
          {steps.map((step, at) => {
            const isTaken = taken.includes(step.key)
            return (
              <li key={step.key} data-taken={isTaken || undefined} data-open={step.key === open || undefined}>
                <button type="button" aria-expanded={step.key === open} onClick={() => setChosen(step.key)}>
                  <i aria-hidden="true">{isTaken ? <Check size={14} /> : at + 1}</i>
                  {translate(step.title)}
                  {isTaken && <span className="visually-hidden">{translate(['已完成', 'Done'])}</span>}
                </button>
                {step.key === open && (
                  <>
                    <p>{translate(step.note(places))}</p>
                    <div className="tour-go">
                      <Button
                        size="small"
                        variant="primary"
                        onPress={() => {
                          setFolded(narrow.matches)
                          navigate(step.href(places)!)
                        }}
                      >
                        {translate(['带我去', 'Take me there'])}
                      </Button>
                    </div>
                  </>
                )}
              </li>
            )
          })}
        </ol>
      )}
      {!folded && left.length === 0 && (
        <footer>
          <Button size="small" onPress={onEnd}>
            {translate(['完成', 'Finish'])}
          </Button>
        </footer>
      )}
    </section>
  )
}

/** Calls `onTaken` with the key of each step whose page is shown or whose request was answered with success. */
function useTaken(steps: readonly TourStep[], onTaken: (key: string) => void): void {
  useEffect(() => {
    const look = (): void => {
      for (const { key, taken } of steps) if ('page' in taken && taken.page.test(location.pathname)) onTaken(key)
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    const observer = new PerformanceObserver(list => {
      for (const entry of list.getEntries() as PerformanceResourceTiming[])
        for (const { key, taken } of steps)
          if ('request' in taken && taken.request.test(new URL(entry.name).pathname) && entry.responseStatus < 300)
            onTaken(key)
    })
    observer.observe({ type: 'resource' })
    return () => {
      clearInterval(timer)
      observer.disconnect()
    }
  })
}
