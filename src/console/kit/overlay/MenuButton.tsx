/** An icon that opens a menu; the menu's code is loaded at the first use. */
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Deferred } from '#console/kit/layout/Deferred.tsx'
import { IconButton, type IconButtonProps } from '#console/kit/IconButton.tsx'
import type { MenuProps } from '#console/kit/overlay/Menu.tsx'

const load = () => import('#console/kit/overlay/Menu.tsx')
const Menu = lazy(async () => (await load()).Menu)

export type MenuButtonProps = Pick<IconButtonProps, 'icon' | 'label' | 'size' | 'variant'> &
  Pick<MenuProps, 'items' | 'placement'>

export const MenuButton = ({ items, placement, ...button }: MenuButtonProps) => (
  <Deferred
    load={load}
    placeholder={begin => <IconButton {...button} aria-haspopup="menu" aria-expanded={false} onPress={begin} />}
  >
    <Menu label={button.label} items={items} placement={placement} trigger={<IconButton {...button} />} />
  </Deferred>
)
