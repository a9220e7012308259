/** Catches errors while a page renders, so that the rest of the console remains usable. */
import { Component, useState, type ReactNode } from 'react'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { GO_BACK } from '#base/texts.ts'
import { Button } from '#console/kit/Button.tsx'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { Technical } from '#console/kit/layout/Technical.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import './ErrorBoundary.css'

type Props = {
  children: ReactNode
  /** A new value tries again. */
  place?: string
  /** In place of what failed; by default what helps: loading the page again, or going back. */
  instead?: ReactNode
}

/** For support: what the script said, where, when, and from which place in it. */
const technicalOf = (error: unknown): string =>
  [
    error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    `${location.pathname}${location.search}`,
    new Date().toISOString(),
    ...(error instanceof Error ? (error.stack ?? '').split('\n').filter(line => /^\s*at /.test(line)) : []).slice(0, 5),
  ].join('\n')

/** That a page failed and what helps; the words of the script are for support only. */
export const Broken = ({ error }: { error: unknown }) => {
  const translate = useTranslate()
  const [technical] = useState(() => technicalOf(error))
  return (
    <div className="broken">
      <Empty
        tone="bad"
        icon={TriangleAlert}
        title={['页面出错了', 'Something went wrong']}
        note={[
          '请重新加载。如果仍然出错，请返回上一页，并把下面的技术细节发给技术支持。',
          'Please reload it. If it fails again, go back, and send the technical details below to support.',
        ]}
        action={
          <>
            <Button variant="primary" icon={RotateCw} onPress={() => location.reload()}>
              {translate(['重新加载', 'Reload'])}
            </Button>
            <Button onPress={() => history.back()}>{translate(GO_BACK)}</Button>
          </>
        }
      />
      <Technical>
        <CodeBlock wrap>{technical}</CodeBlock>
      </Technical>
    </div>
  )
}

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
