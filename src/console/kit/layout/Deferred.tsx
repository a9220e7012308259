/** Stands in for a control whose code is heavy: looks alike, loads when touched, and is then pressed as if nothing had happened. */
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { press } from '#console/kit/press.ts'
import './Deferred.css'

export type DeferredProps = {
  /** Fetches the code; called when the pointer or the focus comes near. */
  load: () => Promise<unknown>
  /** The placeholder; its press calls `begin`. */
  stand: (begin: () => void) => ReactNode
  /** The control itself, usually lazy. */
  children: ReactNode
  /** Without the stand-in: the control has something to show. */
  now?: boolean
}

/** Presses what has just appeared. */
const Arrived = ({ box, children }: { box: { current: HTMLElement | null }; children: ReactNode }) => {
  useEffect(() => {
    // Once the press that brought it is over, or that press would close what this one opens.
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
