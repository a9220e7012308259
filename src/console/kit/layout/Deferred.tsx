/** A placeholder for a control with much code: it looks the same, loads the code at the first use, and then passes the press on to the control. */
import { useRef, useState, type ReactNode } from 'react'
import { WhileLoading } from '#console/kit/layout/lazy.tsx'
import { press } from '#console/kit/press.ts'
import './Deferred.css'

export type DeferredProps = {
  /** Loads the code; called when the pointer is over the placeholder or the focus enters it. */
  load: () => Promise<unknown>
  /** The placeholder; its press calls `begin`. */
  placeholder: (begin: () => void) => ReactNode
  /** The control itself, usually lazy. */
  children: ReactNode
  /** Shows the control without the placeholder, because it has a value to show. */
  now?: boolean
}

/** Presses the loaded control in `box`. */
function pressIn(box: HTMLElement | null): void {
  // The timeout waits for the end of the original press, which would otherwise close what this press opens.
  setTimeout(() => {
    const control =
      box?.querySelector<HTMLElement>('button:not([tabindex="-1"])') ??
      box?.querySelector<HTMLElement>('input:not([type="hidden"], [tabindex="-1"])')
    if (!control) return
    control.focus()
    press(control)
  })
}

export const Deferred = ({ load, placeholder, children, now = false }: DeferredProps) => {
  const [begun, setBegun] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const near = (): void => {
    void load().catch(() => {})
  }
  const fallback = placeholder(() => setBegun(true))
  const pressed = useRef(false)
  const passOn = (): void => {
    if (!pressed.current) pressIn(box.current)
    pressed.current = true
  }
  return (
    <span className="deferred" ref={box} {...(begun || now ? {} : { onPointerEnter: near, onFocus: near })}>
      {begun || now ? (
        <WhileLoading show={fallback} {...(begun ? { onArrived: passOn } : {})}>
          {children}
        </WhileLoading>
      ) : (
        fallback
      )}
    </span>
  )
}
