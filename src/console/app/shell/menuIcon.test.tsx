/** A menu may have any icon of the kit. */
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { menuIcon } from '#console/app/shell/menuIcon.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'

test('an icon is drawn in its size, and is always the same component', async () => {
  const screen = await render(
    <KitRoot>
      <Icon of={menuIcon('video')} size={20} />
    </KitRoot>,
  )
  await expect.poll(() => screen.container.querySelector('svg')?.getAttribute('width')).toBe('20')
  expect(menuIcon('video')).toBe(menuIcon('video'))
  expect(menuIcon(null)).toBe(menuIcon('folder'))
})
