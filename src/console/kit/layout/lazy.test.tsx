/** Components whose code comes later: the placeholder until then, a failure that can be tried again, and the notice of arrival. */
import { Component, useState, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { lazy, WhileLoading } from './lazy.tsx'

/** A component whose code arrives when the test says so. */
function later(shown: ReactNode) {
  const { promise, resolve, reject } = Promise.withResolvers<() => ReactNode>()
  return { Part: lazy(() => promise), arrive: () => resolve(() => shown), reject }
}

test('the placeholder is shown until the code is there, and whoever waits is informed once', async () => {
  const { Part, arrive } = later('content')
  const onArrived = vi.fn()
  await render(
    <WhileLoading show="placeholder" onArrived={onArrived}>
      <Part />
    </WhileLoading>,
  )
  await expect.element(page.getByText('placeholder')).toBeVisible()
  expect(onArrived).not.toHaveBeenCalled()
  arrive()
  await expect.element(page.getByText('content')).toBeVisible()
  expect(page.getByText('placeholder').elements()).toHaveLength(0)
  await expect.poll(() => onArrived.mock.calls.length).toBe(1)
})

test('a part that is loaded later leaves the placeholder of the whole alone', async () => {
  const inner = later('inner')
  const outer = later(
    <p>
      outer <inner.Part />
    </p>,
  )
  await render(
    <WhileLoading show="placeholder">
      <outer.Part />
    </WhileLoading>,
  )
  outer.arrive()
  await expect.element(page.getByText('outer')).toBeVisible()
  expect(document.body.textContent).not.toContain('placeholder')
  inner.arrive()
  await expect.element(page.getByText('outer inner')).toBeVisible()
})

class Boundary extends Component<{ children: ReactNode }, { failed: string }> {
  override state = { failed: '' }
  static getDerivedStateFromError = (error: Error) => ({ failed: error.message })
  override render = () => (this.state.failed ? <p>{this.state.failed}</p> : this.props.children)
}

test('a failure is thrown to the boundary; mounted again, the code is loaded again', async () => {
  let tries = 0
  const Part = lazy(async () => {
    tries += 1
    if (tries === 1) throw new Error('the network is away')
    return () => <p>content</p>
  })
  const Again = () => {
    const [key, setKey] = useState(0)
    return (
      <>
        <button onClick={() => setKey(1)}>again</button>
        <Boundary key={key}>
          <Part />
        </Boundary>
      </>
    )
  }
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
  await render(<Again />)
  await expect.element(page.getByText('the network is away')).toBeVisible()
  await page.getByRole('button', { name: 'again' }).click()
  await expect.element(page.getByText('content')).toBeVisible()
  expect(tries).toBe(2)
  silent.mockRestore()
})
