/** The palette: last used first, only what the user may read or do, and the list of keys. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { MenuNode } from '#console/app/menuTree.ts'
import { Palette } from '#console/app/palette/Palette.tsx'
import { RoutingContext } from '#console/app/routing.ts'
import { loadMe } from '#console/data/me.ts'
import { endSession } from '#console/data/session.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import { setNavigation } from '#console/kit/navigation.ts'
import { parsed, storedText } from '#console/kit/preferences.ts'

const node = (label: string, path: string, children: readonly MenuNode[] = []): MenuNode => ({
  ...{ id: path, parentId: '', name: path, label, path, icon: null, type: '0', sort: 0, children },
})
const menu = [
  node('应用', '/applyHome', [
    node('应用管理', 'applyManage', [
      node('内容', 'content', [
        node('海报', '/apply/poster'),
        node('卡片', '/apply/card'),
        node('票', '/apply/ticket'),
      ]),
    ]),
  ]),
]
const lens = (key: string, title: string) => ({
  ...({ key, path: `/apply/${key}`, title: [title, key], of: key, label: [title, key], api: `/api/${key}` } as const),
  ...{ found: ['name', 'code'], adds: true },
})
const lenses = [lens('poster', '海报'), lens('card', '卡片'), lens('hidden', '无菜单')]
const rows = [
  { id: '1', name: '甲一', code: 'A1' },
  { id: '2', name: '甲二', code: 'A2' },
]

let asked: string[] = []
let refused: ReadonlySet<string> = new Set()
const signIn = async (permissions: readonly string[]): Promise<void> => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async input => {
    const url = new URL(String(input), location.origin)
    if (url.pathname === '/api/admin/user/info')
      return Response.json({
        code: 0,
        data: { sysUser: { userId: '1', username: 'a' }, permissions, brand: { code: 'portico' }, home: '/home' },
      })
    asked.push(url.pathname)
    if (refused.has(url.pathname)) return Response.json({ code: 1, msg: 'no', data: null }, { status: 403 })
    const id = url.pathname.split('/').at(-1)
    if (id !== 'page') return Response.json({ code: 0, data: rows.find(row => row.id === id) })
    return Response.json({ code: 0, data: { records: rows, total: 2, current: 1, size: 6, pages: 1 } })
  })
  await loadMe()
}
const go = vi.fn()
const open = async (appId = '7') =>
  render(
    <KitRoot>
      <RoutingContext value={{ table: [], isBuilt: () => true }}>
        <Palette open onOpen={() => {}} menu={menu} appId={appId} lenses={lenses} />
      </RoutingContext>
    </KitRoot>,
  )
const options = (): string[] =>
  page
    .getByRole('option')
    .elements()
    .map(one => one.textContent ?? '')
const group = (label: string): string[] =>
  page
    .getByRole('group', { name: label, exact: true })
    .getByRole('option')
    .elements()
    .map(one => one.textContent ?? '')

beforeEach(() => {
  setLanguage('zh')
  setNavigation(go)
  go.mockClear()
  asked = []
  refused = new Set()
})
afterEach(() => {
  endSession()
  vi.restoreAllMocks()
})

const everything = ['poster', 'card', 'hidden'].flatMap(key => [`${key}:list`, `${key}:view`, `${key}:add`])

test('what was opened last is first, and is shown before anything is typed', async () => {
  await signIn(everything)
  const first = await open()
  await userEvent.fill(page.getByRole('combobox'), '甲')
  await expect.poll(() => group('海报')).toEqual(['甲一A1', '甲二A2'])
  await page.getByRole('group', { name: '海报', exact: true }).getByText('甲二').click()
  expect(go).toHaveBeenCalledExactlyOnceWith('/apply/poster/7?row=2')
  // Names are not stored, because the right to read them may end.
  expect(parsed(storedText('palette:used'))).toEqual([{ kind: 'poster', id: '2', app: '7' }])
  await first.unmount()
  const second = await open()
  await expect.poll(() => group('最近使用')).toEqual(['甲二A2'])
  await userEvent.fill(page.getByRole('combobox'), '甲')
  await expect.poll(() => group('海报')).toEqual(['甲二A2', '甲一A1'])
  await second.unmount()
  // Of one application only.
  await open('8')
  await expect.poll(() => options().length).toBeGreaterThan(0)
  expect(group('最近使用')).toEqual([])
})

test('a row that may no longer be read is not shown among the last used', async () => {
  await signIn(everything)
  const first = await open()
  await userEvent.fill(page.getByRole('combobox'), '甲')
  await expect.poll(() => group('海报').length).toBe(2)
  await page.getByRole('group', { name: '海报', exact: true }).getByText('甲一').click()
  await first.unmount()
  refused = new Set(['/api/poster/1'])
  await open()
  await expect.poll(() => asked.includes('/api/poster/1')).toBe(true)
  await expect.poll(() => group('页面').length).toBe(3)
  expect(group('最近使用')).toEqual([])
})

test('only lists that may be read are searched, and only rows that may be added are offered', async () => {
  await signIn(['poster:list', 'poster:view', 'card:add', 'hidden:list', 'hidden:add'])
  await open()
  await userEvent.fill(page.getByRole('combobox'), '甲')
  await expect.poll(() => group('海报').length).toBe(2)
  expect([...new Set(asked)]).toEqual(['/api/poster/page'])
  await userEvent.fill(page.getByRole('combobox'), '新增')
  await expect.poll(() => group('海报').length).toBe(2)
  expect(group('操作')).toEqual([])
})

test('an act opens the list with its form', async () => {
  await signIn(everything)
  await open()
  await userEvent.fill(page.getByRole('combobox'), '新增')
  await expect.poll(() => group('操作')).toEqual(['新增海报', '新增卡片'])
  await page.getByText('新增卡片').click()
  expect(go).toHaveBeenCalledExactlyOnceWith('/apply/card/7?add=1')
})

test('without an application, its pages and acts lead to the choice of one', async () => {
  await signIn(everything)
  await render(
    <KitRoot>
      <RoutingContext value={{ table: [], isBuilt: () => true }}>
        <Palette open onOpen={() => {}} menu={menu} appId={undefined} lenses={lenses} />
      </RoutingContext>
    </KitRoot>,
  )
  await expect.poll(() => group('页面')).toEqual(['海报', '卡片', '票'])
  await userEvent.fill(page.getByRole('combobox'), '新增卡')
  await expect.poll(() => group('操作')).toEqual(['新增卡片'])
  await page.getByText('新增卡片').click()
  expect(go).toHaveBeenCalledExactlyOnceWith('/apply/card?add=1')
})

const sources = import.meta.glob<string>('/src/**/*.tsx', { query: '?raw', import: 'default', eager: true })

test('the keys are listed, with those of every button that declares one', async () => {
  await render(
    <KitRoot>
      <Palette open="keys" onOpen={() => {}} menu={menu} appId={undefined} />
    </KitRoot>,
  )
  const dialog = page.getByRole('dialog', { name: '键盘快捷键' })
  const ofButtons = Object.values(sources).flatMap(text =>
    [...text.matchAll(/data-shortcut="(\w+)"/g)].map(([, key]) => key!),
  )
  expect(ofButtons.length).toBeGreaterThan(0)
  for (const key of ['?', '/', 'j', 'k', 'e', 'x', 'Esc', ...ofButtons])
    await expect.element(dialog.getByText(key, { exact: true }).first()).toBeVisible()
})
