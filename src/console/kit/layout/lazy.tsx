/**
 * Components whose code is loaded when they are first shown. React's own `lazy` holds back what has been loaded until the
 * placeholder was visible for 300 ms, which every page waited for twice; here it is shown in the frame after it arrived.
 */
import { createContext, Suspense, useContext, useEffect, useState, type ComponentType, type ReactNode } from 'react'

interface Loading {
  /** Shown in the place of each lazy component inside that is still loading. */
  show: ReactNode
  /** Called when a lazy component inside is there. */
  onArrived?: (() => void) | undefined
}
const NOTHING: Loading = { show: null }
const Placeholder = createContext<Loading>(NOTHING)

export type WhileLoadingProps = Loading & { children: ReactNode }
export const WhileLoading = ({ children, ...loading }: WhileLoadingProps) => (
  <Placeholder value={loading}>{children}</Placeholder>
)

const Arrived = ({ onArrived }: Pick<Loading, 'onArrived'>) => {
  useEffect(() => onArrived?.(), [])
  return null
}

/**
 * A component that shows the placeholder around it (nothing without one) until its code has arrived, and while it waits for data
 * with `use`. A failure is thrown to the error boundary; the next time it is mounted, the code is loaded again.
 */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  let Loaded: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  const begin = (): Promise<void> => {
    loading ??= load().then(
      component => void (Loaded = component),
      error => {
        loading = undefined
        throw error
      },
    )
    loading.catch(() => {})
    return loading
  }
  return function Lazy(props: P) {
    const { show, onArrived } = useContext(Placeholder)
    const Shown = Loaded
    const [, renew] = useState<object>()
    const [coming] = useState(Shown ? undefined : begin)
    useEffect(() => {
      coming?.then(
        () => renew({}),
        // Thrown while it is rendered, where the error boundary catches it.
        error =>
          renew(() => {
            throw error
          }),
      )
    }, [])
    if (!Shown) return show
    // The placeholder replaces this component, not for parts that it loads later.
    return (
      <Placeholder value={NOTHING}>
        <Suspense fallback={show}>
          <Shown {...props} />
          <Arrived onArrived={onArrived} />
        </Suspense>
      </Placeholder>
    )
  }
}
