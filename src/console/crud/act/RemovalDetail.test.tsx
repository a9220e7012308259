/** The consequences of a removal are counted once. */
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { RemovalDetail } from '#console/crud/act/RemovalDetail.tsx'
import { invalidateRows } from '#console/data/queries.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'

test('rows that were removed meanwhile are not counted again', async () => {
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      Response.json({
        code: 0,
        data: { rows: 1, counts: [{ count: 1, text: '1 张卡将失效' }], undoForS: 600, final: null },
      }),
    )
  await render(
    <KitRoot>
      <RemovalDetail api="/api/person/person" rows={{ ids: ['1'] }} />
    </KitRoot>,
  )
  await expect.element(page.getByText('1 张卡将失效')).toBeVisible()
  await invalidateRows('/api/person/person')
  expect(asked).toHaveBeenCalledTimes(1)
  asked.mockRestore()
})
