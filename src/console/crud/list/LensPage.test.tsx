/** The settings of appearance in a lens, on a complete page: filters as tags, pictures as slides, and a row shown in a dialog. */
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as f from '#model/field.ts'
import { defineLens, defineNoun, machine, type LensSpec } from '#model/noun.ts'
import { consoleHistory, parseSearch, searchText } from '#console/app/router.tsx'
import { LensPage } from '#console/crud/list/LensPage.tsx'
import { loadMe } from '#console/data/me.ts'
import { queries } from '#console/data/queries.ts'
import { setRegistry } from '#console/data/registry.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'

const ready = Promise.resolve()
const poster = defineNoun('poster', {
  label: ['海报', 'Poster'],
  api: '/api/poster',
  table: 'test.poster',
  scope: 'platform',
  name: 'name',
  fields: {
    name: f.text(['名称', 'Name'], { required: true, find: 'contains' }),
    place: f.choice(
      ['位置', 'Place'],
      { site: [1, '官网', 'Site'], home: [2, '首页', 'Home'] },
      { required: true, find: 'among' },
    ),
    live: f.flag(['启用', 'On'], { find: 'equal' }),
    pictures: f.file(['图片', 'Picture'], { accept: 'image' }),
    madeAt: f.instant(['时间', 'Time'], { by: 'system', find: 'range', notNull: true }),
    shownAt: f.instant(['展示时间', 'Shown'], { by: 'system', find: 'range' }),
    until: f.day(['截止', 'Until'], { find: 'range' }),
  },
  states: {
    state: machine(['状态', 'State'], { off: [0, '下线', 'Off'], on: [1, '上线', 'On'] }, 'off', {
      start: { from: ['off'], to: 'on', label: ['上线', 'Start'] },
    }),
  },
  actions: {
    hide: { on: 'rows', label: ['隐藏', 'Hide'], from: ['off'], input: { why: f.text(['说明', 'Why'], { max: 20 }) } },
  },
})
const rows = [
  { id: '1', rev: 1, name: '甲', place: 1, live: true, pictures: ['A'.repeat(22)], state: 1 },
  { id: '2', rev: 1, name: '乙', place: 2, live: false, pictures: [], state: 0 },
  { id: '3', rev: 1, name: '丙', place: 1, live: true, pictures: ['B'.repeat(22)], state: 0 },
]
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const me = {
  sysUser: { userId: '1', username: 'admin' },
  permissions: ['list', 'view', 'add', 'edit', 'remove', 'export', 'hide'].map(verb => `poster:${verb}`),
  brand: { code: 'portico' },
}
let asked: URLSearchParams[] = []

beforeEach(async () => {
  setLanguage('zh')
  queries.clear()
  asked = []
  setRegistry({
    ...{ nouns: new Map(), lenses: new Map(), classIndex: [], classes: new Map(), pages: {}, trays: [] },
    ...{ ruleForms: {}, linkageKinds: () => Promise.reject(new Error('no page here is about rules')) },
    ...{
      prepare: async () => {},
      prepareRows: async () => {},
      forDialogs: () => ready,
      allClasses: async () => new Map(),
    },
  })
  // Only the answers of the network are replaced; all code before it is real.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async input => {
    const url = new URL(String(input), location.origin)
    if (url.pathname.startsWith('/api/admin/sys-file/'))
      return Object.defineProperty(new Response(Uint8Array.from(atob(PNG), letter => letter.charCodeAt(0))), 'url', {
        value: url.href,
      })
    if (url.pathname === '/api/admin/user/info') return Response.json({ code: 0, data: me })
    // The row that is on is left out, as the server does.
    if (url.pathname === '/api/poster/hide') return Response.json({ code: 0, data: 2 })
    asked.push(url.searchParams)
    if (url.pathname === '/api/poster/tree') return Response.json({ code: 0, data: rows })
    return Response.json({ code: 0, data: { records: rows, total: 3, current: 1, size: 10, pages: 1 } })
  })
  await loadMe()
})
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', location.pathname)
})

const put = async (more: Partial<LensSpec>) => {
  const lens = defineLens('poster', {
    path: '/poster',
    label: ['海报', 'Posters'],
    of: 'poster',
    columns: ['name', 'place', 'pictures', 'live', 'state'],
    filters: ['name', 'place', 'live', 'state'],
    ...more,
  })
  const rootRoute = createRootRoute({
    component: () => <LensPage lens={lens} noun={poster} params={{}} />,
    notFoundComponent: () => <LensPage lens={lens} noun={poster} params={{}} />,
  })
  const router: AnyRouter = createRouter({
    routeTree: rootRoute,
    history: consoleHistory,
    parseSearch,
    stringifySearch: searchText,
  })
  await render(
    <KitRoot>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </KitRoot>,
  )
  await expect.element(page.getByRole('row', { name: /甲/ })).toBeVisible()
}
const last = (name: string): string | null => asked.at(-1)!.get(name)

test('filters drawn as words apply at once, several of one kind together, and are part of the address', async () => {
  await put({ tags: ['place', 'state', 'live'] })
  const tags = page.getByRole('search', { name: '海报' })
  // The search form contains only the other filters.
  await expect.poll(() => document.querySelectorAll('.search-tags-row').length).toBe(3)
  expect(page.getByPlaceholder('请输入名称').elements()).toHaveLength(1)
  expect(document.querySelector('.search-form')?.textContent).not.toContain('位置')
  await userEvent.click(tags.getByRole('button', { name: '官网', exact: true }))
  await expect.poll(() => last('place')).toBe('1')
  await userEvent.click(tags.getByRole('button', { name: '首页', exact: true }))
  await expect.poll(() => last('place')).toBe('1,2')
  // A flag has only one value at a time.
  await userEvent.click(tags.getByRole('button', { name: '是', exact: true }))
  await userEvent.click(tags.getByRole('button', { name: '否', exact: true }))
  await expect.poll(() => last('live')).toBe('false')
  expect(new URLSearchParams(location.search).get('place')).toBe('1,2')
  await userEvent.click(tags.getByRole('button', { name: '清空' }))
  await expect.poll(() => new URLSearchParams(location.search).get('place')).toBeNull()
  expect(new URLSearchParams(location.search).get('live')).toBeNull()
  expect(document.querySelectorAll('.search-tags [aria-pressed=true]')).toHaveLength(3)
})

test('pictures of the rows are slides in the order of the list, beside what there is to know; one opens its row', async () => {
  await put({ carousel: 'pictures' })
  const slides = page.getByRole('region', { name: '海报' })
  await expect.element(slides.getByText('甲')).toBeVisible()
  // The second row has no picture.
  await expect.poll(() => document.querySelectorAll('.carousel-item').length).toBe(2)
  const facts = (): string => document.querySelector('.crud-carousel .detail-view')?.textContent ?? ''
  expect(facts()).toContain('上线')
  await userEvent.click(slides.getByRole('button', { name: '下一张' }))
  await expect.poll(facts).toContain('丙')
  expect(facts()).toContain('下线')
  await userEvent.click(document.querySelector('.carousel-item:not([inert]) button')!)
  await expect.poll(() => new URLSearchParams(location.search).get('row')).toBe('3')
})

test.each(['dialog', undefined] as const)(
  'a row is seen in a dialog of disabled fields when the lens says so, else in the drawer: %s',
  async viewIn => {
    await put(viewIn ? { viewIn } : {})
    const row = page.getByRole('row', { name: /甲/ })
    await userEvent.click(row.getByRole('button', { name: '查看' }))
    if (viewIn) {
      const dialog = page.getByRole('dialog')
      await expect.element(dialog.getByRole('textbox', { name: /名称/ })).toBeDisabled()
      expect(dialog.getByRole('button', { name: /保存|修改|新增/ }).elements()).toHaveLength(0)
      expect(new URLSearchParams(location.search).get('row')).toBeNull()
    } else {
      await expect.poll(() => new URLSearchParams(location.search).get('row')).toBe('1')
      await expect.element(page.getByRole('dialog', { name: '甲' })).toBeVisible()
      expect(page.getByRole('dialog').getByRole('textbox').elements()).toHaveLength(0)
    }
  },
)

test('the time of the rows is filtered in the title row, other dates by their names among the filters', async () => {
  await put({ filters: ['madeAt', 'name', 'shownAt', 'until'] })
  await expect.element(page.getByRole('button', { name: '截止' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '展示时间' })).toBeVisible()
  expect(document.querySelectorAll('.search-form .crud-span')).toHaveLength(2)
  await userEvent.click(page.getByRole('radio', { name: '今天' }))
  await expect.poll(() => last('madeAt')).toMatch(/^\d{4}-\d\d-\d\dT.+Z,.+Z$/)
  // The page is opened by a shared address.
  history.replaceState(null, '', '?until=2026-11-01,2026-11-30')
  dispatchEvent(new PopStateEvent('popstate'))
  await expect.poll(() => last('until')).toBe('2026-11-01,2026-11-30')
  await expect.element(page.getByRole('button', { name: /2026\/11\/01/ })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '清空' }))
  await expect.poll(() => new URLSearchParams(location.search).get('until')).toBeNull()
})

test('an address that asks for it opens the form of a new row, and the question leaves the address', async () => {
  history.replaceState(null, '', `${location.pathname}?add=1`)
  await put({})
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(new URLSearchParams(location.search).has('add')).toBe(false)
})

test('an act on several rows says how many it did, and that others were left out', async () => {
  await put({})
  for (const name of ['甲', '乙', '丙'])
    await userEvent.click(page.getByRole('row', { name: new RegExp(name) }).getByRole('checkbox'))
  await userEvent.click(page.getByRole('button', { name: '隐藏', exact: true }).first())
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '隐藏', exact: true }))
  await expect.element(page.getByText('2 项已完成，其余 1 项已是如此或状态不允许')).toBeVisible()
})

test('a tree that offers cards shows its rows as cards, and as a tree again', async () => {
  await put({ layout: 'tree', cards: true })
  await userEvent.click(page.getByRole('button', { name: '显示卡片' }))
  await expect.element(page.getByRole('button', { name: '新增海报' })).toBeVisible()
  expect(page.getByRole('row').elements()).toHaveLength(0)
  expect(new URLSearchParams(location.search).get('show')).toBe('cards')
  await expect.element(page.getByRole('button', { name: '丙', exact: true })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '显示列表' }))
  await expect.element(page.getByRole('row', { name: /丙/ })).toBeVisible()
})
