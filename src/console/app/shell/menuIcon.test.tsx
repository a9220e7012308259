/** A menu may have any icon of the kit: those of the default menu are there at once, others when they are shown. */
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { MENU_ICONS, menuIcon } from '#console/app/shell/menuIcon.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { iconSet } from '#console/kit/iconSet.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'

test('an icon that the default menu does not use is drawn too, in its size', async () => {
  expect([...iconSet.keys()].filter(name => !MENU_ICONS.has(name))).toContain('video')
  const screen = await render(
    <KitRoot>
      <Icon of={menuIcon('video')} size={20} />
    </KitRoot>,
  )
  await expect.poll(() => screen.container.querySelector('svg')?.getAttribute('width')).toBe('20')
  expect(menuIcon('video')).toBe(menuIcon('video'))
  expect(menuIcon(null)).toBe(menuIcon('folder'))
})
