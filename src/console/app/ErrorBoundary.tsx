/** Catches errors while a page renders, so that the rest of the console remains usable. */
import { Component, type ReactNode } from 'react'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'

type Props = {
  children: ReactNode
  /** A new value tries again. */
  place?: string
  /** In place of what failed; by default the error, and a button that loads the page again. */
  instead?: ReactNode
}

/** What failed, why, and a button that loads the page again. */
export const Broken = ({ error }: { error: unknown }) => (
  <ErrorState
    title={['页面出错了', 'Something went wrong']}
    note={error instanceof Error ? error.message : undefined}
    onRetry={() => location.reload()}
  />
)

export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined as unknown }
  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? true }
  }
  override componentDidUpdate(before: Props): void {
    if (before.place !== this.props.place && this.state.error !== undefined) this.setState({ error: undefined })
  }
  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children
    return this.props.instead ?? <Broken error={this.state.error} />
  }
}
