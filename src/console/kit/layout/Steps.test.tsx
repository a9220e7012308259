/** The wizard: an invalid step blocks the next one, earlier steps can be visited, the last button reads 完 成. */
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { Steps } from '#console/kit/layout/Steps.tsx'

test('goes on only when the step holds, comes back, and finishes once', async () => {
  const onFinish = vi.fn()
  const Fixture = () => {
    const [holds, setHolds] = useState(false)
    return (
      <KitRoot>
        <Steps
          label="导入"
          onFinish={onFinish}
          steps={[
            {
              id: '1',
              title: '填写',
              validate: async () => holds,
              content: (
                <label>
                  <input type="checkbox" onChange={event => setHolds(event.target.checked)} />
                  同意
                </label>
              ),
            },
            { id: '2', title: '核对', content: <p>第二步</p> },
          ]}
        />
      </KitRoot>
    )
  }
  await render(<Fixture />)
  await userEvent.click(page.getByRole('button', { name: '下一步' }))
  expect(page.getByText('第二步').elements()).toHaveLength(0)
  await userEvent.click(page.getByRole('checkbox'))
  await userEvent.click(page.getByRole('button', { name: '下一步' }))
  await expect.element(page.getByText('第二步')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '完 成' })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: /填写/ }))
  await expect.element(page.getByRole('checkbox')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: /核对/ }))
  await userEvent.click(page.getByRole('button', { name: '完 成' }))
  expect(onFinish).toHaveBeenCalledOnce()
})
