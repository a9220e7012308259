/** The tooltip says what a control is for, and what is cut off. */
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { pause } from '../../../../tests/harness/pause.ts'

const LONG = '杭州市余杭区未来科技城海创园三期东区地下停车场'
const shown = (): string => document.querySelector('[role=tooltip]')?.textContent ?? ''

test('text that is cut off is read where the pointer rests, and in a control that has the focus', async () => {
  const screen = await render(
    <KitRoot>
      <input aria-label="before" />
      <button type="button" style={{ width: 120 }}>
        <b className="ellipsis" style={{ display: 'block' }}>
          {LONG}
        </b>
      </button>
      <p className="ellipsis">短</p>
      <p className="ellipsis" data-tip="说明" style={{ width: 60 }}>
        {LONG}
      </p>
    </KitRoot>,
  )
  const [cut, described] = screen.getByText(LONG).elements()
  await userEvent.hover(cut!)
  await expect.poll(shown).toBe(LONG)
  await userEvent.hover(screen.getByText('短'))
  await expect.poll(shown).toBe('')
  // What the page says of itself comes first.
  await userEvent.hover(described!)
  await expect.poll(shown).toBe('说明')
  await userEvent.click(screen.getByLabelText('before'))
  await expect.poll(shown).toBe('')
  await userEvent.keyboard('{Tab}')
  await expect.poll(shown).toBe(LONG)
})

test('text that is cut off elsewhere on the page says nothing where the pointer is', async () => {
  const screen = await render(
    <KitRoot>
      <section aria-label="page" style={{ padding: 80 }}>
        <p className="ellipsis" style={{ width: 60 }}>
          {LONG}
        </p>
      </section>
    </KitRoot>,
  )
  await userEvent.hover(screen.getByText(LONG))
  await expect.poll(shown).toBe(LONG)
  await userEvent.hover(screen.getByLabelText('page'), { position: { x: 8, y: 8 } })
  await expect.poll(shown).toBe('')
  await pause(600, 'longer than a tooltip takes to appear')
  expect(shown()).toBe('')
})
