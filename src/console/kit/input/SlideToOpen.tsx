/** A slider that opens a door, because a button could be pressed by accident. Keyboards and screen readers need only one press. */
import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { ChevronsRight, CircleCheck, DoorOpen } from 'lucide-react'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './SlideToOpen.css'

/** `off`: the door cannot be opened now, and `words` give the reason. */
export type SlidePhase = 'ready' | 'busy' | 'done' | 'off'
export type SlideToOpenProps = {
  /** The accessible name. */
  label: Words
  words: Words
  phase: SlidePhase
  onOpen: () => void
}
/** In percent of the track: the step of an arrow key, and the position from which a release opens. */
const STEP = 25
const FAR = 90
/** The width of the thumb with its margins, in px, as in the style sheet. */
const THUMB_PX = 64

const stepOf: Readonly<Record<string, number>> = {
  ArrowRight: STEP,
  ArrowUp: STEP,
  ArrowLeft: -STEP,
  ArrowDown: -STEP,
  Home: -100,
  End: 100,
}

export const SlideToOpen = ({ label, words, phase, onOpen }: SlideToOpenProps) => {
  const translate = useTranslate()
  const hint = useId()
  const [at, setAt] = useState(0)
  const [held, setHeld] = useState<{ x: number; way: number }>()
  const track = useRef<HTMLDivElement>(null)
  const ready = phase === 'ready'
  const shown = phase === 'busy' || phase === 'done' ? 100 : ready ? at : 0
  const open = (): void => {
    setAt(0)
    setHeld(undefined)
    if (ready) onOpen()
  }
  const down = (event: PointerEvent<HTMLDivElement>): void => {
    if (!ready || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld({ x: event.clientX, way: track.current!.clientWidth - THUMB_PX })
  }
  const move = (event: PointerEvent): void => {
    if (held) setAt(Math.round(Math.min(1, Math.max(0, (event.clientX - held.x) / held.way)) * 100))
  }
  const release = (): void => {
    if (!held) return
    if (at >= FAR) open()
    else {
      setHeld(undefined)
      setAt(0)
    }
  }
  const key = (event: KeyboardEvent): void => {
    const step = stepOf[event.key]
    const presses = event.key === 'Enter' || event.key === ' '
    if (!presses && step === undefined) return
    event.preventDefault()
    if (!ready || event.repeat) return
    const next = presses ? 100 : Math.max(0, at + step!)
    if (next >= 100) open()
    else setAt(next)
  }
  return (
    <div
      ref={track}
      className="slide"
      data-phase={phase}
      data-held={held ? '' : undefined}
      style={{ '--at': shown / 100 } as never}
    >
      <span className="slide-words" aria-hidden="true">
        {translate(words)}
      </span>
      <span className="slide-end" aria-hidden="true">
        <Icon of={DoorOpen} size={20} />
      </span>
      <div
        role="slider"
        tabIndex={0}
        className="slide-thumb"
        aria-label={translate(label)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={shown}
        aria-valuetext={translate(ready && at > 0 ? [`已滑动 ${at}%`, `${at}% of the way`] : words)}
        aria-describedby={hint}
        aria-disabled={!ready}
        aria-busy={phase === 'busy'}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={() => {
          setHeld(undefined)
          setAt(0)
        }}
        onKeyDown={key}
        onBlur={() => setAt(0)}
        // A press by a screen reader has no pointer events.
        onClick={event => event.detail === 0 && open()}
      >
        <Icon of={phase === 'done' ? CircleCheck : ChevronsRight} size={24} />
      </div>
      <span id={hint} hidden>
        {translate(['向右滑到底，或按回车键', 'Slide to the right end, or press Enter'])}
      </span>
    </div>
  )
}
