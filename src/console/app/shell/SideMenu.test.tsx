/** The menu of an application: folded as the account left it, the present page in sight, counts where something waits; with 3 and 20 classes. */
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { noteWaiting } from '#console/data/waiting.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { parsed, setPreferenceOwner, storedText, storePreference } from '#console/kit/preferences.ts'
import type { SideEntry, SideGroup, SideLink } from './sideEntries.ts'
import { SideMenu } from './SideMenu.tsx'
import './Sidebar.css'

const link = (label: string, path: string): SideLink => ({ id: path, label, path, href: `${path}/7`, icon: null })
const classGroup = (at: number): SideGroup => ({
  ...{ id: `class${at}`, label: `设备类${at}号`, icon: 'cpu' },
  links: [link('设备总览', `/class${at}/equiSum`), link('设备管理', `/class${at}/equi`)],
})
const entriesOf = (classes: number): readonly SideEntry[] => [
  { kind: 'link', link: link('应用总览', '/apply/apply') },
  {
    kind: 'group',
    group: {
      id: 'alarm',
      label: '告警与联动',
      icon: 'siren',
      links: [link('告警', '/apply/alarm'), link('升级', '/apply/up')],
    },
  },
  {
    kind: 'group',
    group: {
      ...{ id: 'device', label: ['设备', 'Devices'], icon: 'cpu', links: [link('设备分组', '/apply/deviceGroup')] },
      groups: Array.from({ length: classes }, (_, at) => classGroup(at + 1)),
    },
  },
]
/** In the room that a sidebar has in a low window. */
const Menu = ({ classes, path, height = 320 }: { classes: number; path: string; height?: number }) => (
  <KitRoot>
    <nav className="side-menu" style={{ width: 240, height, flex: 'none' }}>
      <SideMenu entries={entriesOf(classes)} path={path} onFollow={undefined} />
    </nav>
  </KitRoot>
)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const isInSight = (): boolean => {
  const [menu, here] = [document.querySelector('.side-menu'), document.querySelector('[aria-current=page]')]
  if (!menu || !here) return false
  const [room, item] = [menu.getBoundingClientRect(), here.getBoundingClientRect()]
  return item.top >= room.top && item.bottom <= room.bottom
}

beforeEach(() => {
  setPreferenceOwner('1', () => {})
  storePreference('menu:opened', undefined)
  noteWaiting('/apply/alarm', 0)
})

// The first of this file, because the field is loaded once.
test('what just fits stays in sight when the field to search classes arrives', async () => {
  await render(<Menu classes={9} path="/class9/equi/7" height={510} />)
  await expect.element(page.getByRole('searchbox')).toBeVisible()
  expect(isInSight()).toBe(true)
})

test('groups are folded except that of the present page; what a person opened stays open', async () => {
  const first = await render(<Menu classes={3} path="/class2/equi/7" />)
  await expect.element(button('设备类2号')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(button('设备类1号')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(button('告警与联动')).toHaveAttribute('aria-expanded', 'false')
  expect(page.getByRole('searchbox').elements()).toEqual([])
  await userEvent.click(button('告警与联动'))
  expect(parsed(storedText('menu:opened'))).toEqual(['alarm'])
  await first.unmount()
  const second = await render(<Menu classes={3} path="/apply/apply/7" />)
  await expect.element(button('告警与联动')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(button('设备')).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(button('告警与联动'))
  expect(parsed(storedText('menu:opened'))).toEqual([])
  // Of this account only.
  await second.unmount()
  storePreference('menu:opened', ['device'])
  setPreferenceOwner('2', () => {})
  await render(<Menu classes={3} path="/apply/apply/7" />)
  await expect.element(button('设备')).toHaveAttribute('aria-expanded', 'false')
})

test('of 20 classes the present page is in sight, also after a change of page, and a class is found by its name', async () => {
  const screen = await render(<Menu classes={20} path="/class19/equi/7" />)
  await expect.poll(isInSight).toBe(true)
  await screen.rerender(<Menu classes={20} path="/apply/alarm/7" />)
  await expect.element(button('告警与联动')).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(isInSight).toBe(true)
  await screen.rerender(<Menu classes={20} path="/class20/equiSum/7" />)
  await expect.poll(isInSight).toBe(true)
  await userEvent.fill(page.getByRole('searchbox', { name: '查找设备类' }), '类7号')
  await expect
    .poll(() =>
      button(/设备类/)
        .elements()
        .map(one => one.textContent),
    )
    .toEqual(['设备类7号'])
  const menu = document.querySelector('.side-menu')!
  expect(menu.scrollWidth).toBe(menu.clientWidth)
})

test('what waits is counted at its page, and at its group while that is folded', async () => {
  const screen = await render(<Menu classes={3} path="/apply/apply/7" />)
  await expect.element(button('告警与联动')).toHaveTextContent('告警与联动')
  noteWaiting('/apply/alarm', 120)
  await expect.element(button(/^告警与联动/)).toHaveTextContent('告警与联动99+')
  await userEvent.click(button(/告警与联动/))
  await expect.element(page.getByRole('link', { name: /^告警/ })).toHaveTextContent('告警99+')
  expect(screen.container.querySelectorAll('.side-count').length).toBe(1)
})
