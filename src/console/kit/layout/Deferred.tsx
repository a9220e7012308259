/** A placeholder for a control with much code: it looks the same, loads the code at the first use, and then passes the press on to the control. */
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { press } from '#console/kit/press.ts'
import './Deferred.css'

export type DeferredProps = {
  /** Loads the code; called when the pointer is over the placeholder or the focus enters it. */
  load: () => Promise<unknown>
  /** The placeholder; its press calls `begin`. */
  stand: (begin: () => void) => ReactNode
  /** The control itself, usually lazy. */
  children: ReactNode
  /** Shows the control without the placeholder, because it has a value to show. */
  now?: boolean
}

/** Presses the loaded control. */
const Arrived = ({ box, children }: { box: { current: HTMLElement | null }; children: ReactNode }) => {
  useEffect(() => {
    // The timeout waits for the end of the original press, which would otherwise close what this press opens.
    const timer = setTimeout(() => {
      const control =
        box.current?.querySelector<HTMLElement>('button:not([tabindex="-1"])') ??
        box.current?.querySelector<HTMLElement>('input:not([type="hidden"], [tabindex="-1"])')
      if (!control) return
      control.focus()
      press(control)
    })
    return () => clearTimeout(timer)
  }, [box])
  return children
}

export const Deferred = ({ load, stand, children, now = false }: DeferredProps) => {
  const [begun, setBegun] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const near = (): void => {
    void load().catch(() => {})
  }
  const fallback = stand(() => setBegun(true))
  return (
    <span className="deferred" ref={box} {...(begun || now ? {} : { onPointerEnter: near, onFocus: near })}>
      {now && !begun ? (
        <Suspense fallback={fallback}>{children}</Suspense>
      ) : begun ? (
        <Suspense fallback={fallback}>
          <Arrived box={box}>{children}</Arrived>
        </Suspense>
      ) : (
        fallback
      )}
    </span>
  )
}
