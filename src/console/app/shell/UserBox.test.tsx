/** The account menu: on a phone it also has what the top bar has no room for. */
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadMe } from '#console/data/me.ts'
import { queries } from '#console/data/queries.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { UserBox } from './UserBox.tsx'

const me = {
  ...{ sysUser: { userId: '1', username: 'admin', type: 0 }, home: '/home' },
  ...{ permissions: [], brand: { code: 'portico' } },
}

test.each([
  [390, ['账号安全', '锁屏', 'English', '深色', '退出登录']],
  [1440, ['账号安全', '锁屏', '退出登录']],
] as const)('at %i px', async (width, expected) => {
  await page.viewport(width, 800)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ code: 0, data: me }))
  await loadMe()
  await render(
    <QueryClientProvider client={queries}>
      <KitRoot>
        <UserBox />
      </KitRoot>
    </QueryClientProvider>,
  )
  await userEvent.click(page.getByRole('button', { name: '账号菜单' }))
  await expect
    .poll(() =>
      page
        .getByRole('menuitem')
        .elements()
        .map(one => one.textContent),
    )
    .toEqual(expected)
})
