/** The messages in place of rows, in a table and among cards: loading, offline, refused, failed, empty, unmatched. */
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as f from '#model/field.ts'
import { defineLens, defineNoun, type LensSpec, type Noun } from '#model/noun.ts'
import { consoleHistory, parseSearch, searchText } from '#console/app/router.tsx'
import { columnsOf } from '#console/crud/list/columnsOf.tsx'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { loadMe } from '#console/data/me.ts'
import { queries } from '#console/data/queries.ts'
import { setRegistry } from '#console/data/registry.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { LoadingOf } from '#console/kit/layout/SlowWords.tsx'
import { setLanguage } from '#console/kit/language.tsx'

const ready = Promise.resolve()
const lamp = defineNoun('lamp', {
  ...{ label: ['路灯', 'Lamp'], api: '/api/lamp', table: 'test.lamp', scope: 'platform', name: 'name' },
  fields: {
    name: f.text(['名称', 'Name'], { required: true, find: 'contains' }),
    litAt: f.instant(['点亮时间', 'Lit at'], { notNull: true, find: 'range' }),
  },
  actions: { dim: { on: 'noun', label: ['统一调暗', 'Dim all'], input: {} } },
})
const me = {
  sysUser: { userId: '1', username: 'admin' },
  permissions: ['lamp:list', 'lamp:view', 'lamp:dim', 'siren:list', 'siren:silence', 'siren:take', 'siren:drop'],
  brand: { code: 'portico' },
}
const listed = (records: object[]) =>
  Response.json({ code: 0, data: { records, total: records.length, current: 1, size: 10, pages: 1 } })

let answer: () => Promise<Response>
beforeEach(async () => {
  setLanguage('zh')
  queries.clear()
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } })
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
    const { pathname } = new URL(String(input), location.origin)
    return pathname === '/api/admin/user/info' ? Response.json({ code: 0, data: me }) : answer()
  })
  await loadMe()
})
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', location.pathname)
})

async function put(more: Partial<LensSpec>, pieces: LensPieces<typeof lamp> = {}, noun: Noun = lamp): Promise<void> {
  const lens = defineLens('lamp', {
    ...{ path: '/lamp', label: ['路灯', 'Lamps'], of: 'lamp', columns: ['name'], filters: ['name'] },
    empty: ['沿街的路灯', 'Lamps along the street'],
    ...more,
  })
  const shown = () => (
    <LoadingOf value={lens.label}>
      <LensPage lens={lens} noun={noun} params={{}} pieces={pieces as LensPieces} />
    </LoadingOf>
  )
  const router: AnyRouter = createRouter({
    routeTree: createRootRoute({ component: shown, notFoundComponent: shown }),
    ...{ history: consoleHistory, parseSearch, stringifySearch: searchText },
  })
  await render(
    <KitRoot>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </KitRoot>,
  )
}
const text = (): string => document.querySelector('.crud-page')?.textContent ?? ''
const REFUSED = '没有“路灯·查询”权限，请联系管理员开通'
const WRONG = new RegExp(`连接不上服务器|${REFUSED}|加载失败`)

describe.each([
  ['a table', {}],
  ['cards', { layout: 'cards' }],
] as const)('%s', (_layout, more) => {
  test('while it loads it is neither empty nor failed', async () => {
    answer = () => new Promise(() => {})
    await put(more)
    await expect.poll(() => document.querySelector('.skeleton, [aria-busy=true]') !== null).toBe(true)
    expect(text()).not.toMatch(WRONG)
    expect(text()).not.toContain('暂无数据')
  })

  test('loading that takes longer than a second says what is loaded, until it has come', async () => {
    let come = (_answer: Response): void => {}
    answer = () => new Promise(resolve => (come = resolve))
    await put(more)
    const statusTexts = (): string =>
      [...document.querySelectorAll('[role=status]')].map(one => one.textContent).join('')
    await expect.poll(() => document.querySelector('.skeleton, [aria-busy=true]') !== null).toBe(true)
    expect(statusTexts()).toBe('')
    await expect.poll(statusTexts).toBe('正在加载路灯…')
    come(listed([{ id: '1', rev: 1, name: '东门路灯' }]))
    await expect.poll(text).toContain('东门路灯')
    expect(statusTexts()).toBe('')
  })

  test('distinguishes no network, no right and a failure, each in place and with a retry', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await put(more)
    await expect.poll(text).toContain('连接不上服务器')
    expect(text()).toContain('请检查网络后重试')
    answer = async () => Response.json({ code: 1, msg: REFUSED, data: null }, { status: 403 })
    await userEvent.click(page.getByRole('button', { name: '重试' }))
    await expect.poll(text).toContain(REFUSED)
    // The refusal says it all: nothing else stands beside it.
    expect(document.querySelector('.crud-page .empty')?.textContent).toBe(`${REFUSED}重试`)
    answer = async () => Response.json({ code: 1, msg: '数据库忙，请稍后重试', data: null }, { status: 503 })
    await userEvent.click(page.getByRole('button', { name: '重试' }))
    await expect.poll(text).toContain('加载失败')
    expect(text()).toContain('数据库忙，请稍后重试')
    answer = async () => listed([{ id: '1', rev: 1, name: '东门路灯' }])
    await userEvent.click(page.getByRole('button', { name: '重试' }))
    await expect.poll(text).toContain('东门路灯')
    expect(text()).not.toMatch(WRONG)
  })

  test('does not blame the days for an empty list that shows all of them', async () => {
    answer = async () => listed([])
    await put({ ...more, filters: ['name', 'litAt'] })
    await expect.poll(text).toContain('这里还没有路灯')
    expect(text()).not.toContain('这段时间')
  })

  test('an empty list offers the first step of its page', async () => {
    answer = async () => listed([])
    await put(more, { first: <button type="button">接一盏路灯</button> })
    await expect.element(page.getByRole('button', { name: '接一盏路灯' })).toBeVisible()
    expect(text()).toContain('这里还没有路灯')
  })

  test('an act on the whole list is no first step where rows come from a form', async () => {
    answer = async () => listed([])
    await put({ ...more, actions: ['dim'] })
    await expect.poll(text).toContain('这里还没有路灯')
    // It is in the title, also for a list without rows.
    await expect.poll(text).toContain('统一调暗')
    expect(document.querySelector('.crud-page .empty')?.textContent).not.toContain('统一调暗')
  })

  test('distinguishes an empty list from filters without matches', async () => {
    answer = async () => listed([])
    await put(more)
    await expect.poll(text).toContain('这里还没有路灯')
    expect(text()).toContain('沿街的路灯')
    expect(text()).not.toMatch(WRONG)
    await userEvent.fill(page.getByPlaceholder('请输入名称'), '西门')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => new URLSearchParams(location.search).get('name')).toBe('西门')
    await expect.poll(text).toContain('没有符合条件的记录')
    await userEvent.click(page.getByRole('button', { name: '清除筛选条件' }))
    await expect.poll(text).toContain('这里还没有路灯')
    expect(new URLSearchParams(location.search).get('name')).toBeNull()
  })
})

test('a list that could not be read counts nothing and has no pages, also after it was empty', async () => {
  answer = async () => listed([])
  await put({})
  await expect.poll(text).toContain('这里还没有路灯')
  expect(text()).toContain('0 条')
  answer = async () => Response.json({ code: 1, msg: '数据库忙，请稍后重试', data: null }, { status: 503 })
  await userEvent.fill(page.getByPlaceholder('请输入名称'), '西门')
  await userEvent.keyboard('{Enter}')
  await expect.poll(text).toContain('数据库忙，请稍后重试')
  expect(text()).not.toContain('0 条')
  expect(document.querySelector('.pager')).toBeNull()
  answer = async () => listed([{ id: '1', rev: 1, name: '西门路灯' }])
  await userEvent.click(page.getByRole('button', { name: '重试' }))
  await expect.poll(() => document.querySelector('.pager')?.textContent).toContain('共 1 条')
})

const siren = defineNoun('siren', {
  ...{ label: ['警笛', 'Siren'], api: '/api/lamp', table: 'test.siren', scope: 'platform', name: 'name' },
  verbs: ['list', 'view'],
  order: ['heardAt', 'desc'],
  fields: {
    name: f.text(['名称', 'Name'], { required: true }),
    heardAt: f.instant(['时间', 'Time'], { notNull: true }),
    session: f.text(['会话', 'Session'], { mono: true, technical: true }),
    ...Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [`more${at}`, f.text([`说明${at}`, `Note ${at}`], { max: 20 })]),
    ),
  },
  actions: {
    silence: { on: 'rows', label: ['确认', 'Acknowledge'] },
    take: { on: 'row', label: ['接手', 'Take it'] },
    drop: { on: 'rows', label: ['误报', 'False alarm'], danger: true },
  },
})

test('the acts on an open row that cannot be edited are at its foot, the most urgent first', async () => {
  answer = async () => listed([{ id: '1', rev: 1, name: '东门警笛', heardAt: '2026-03-02T01:00:00.000Z' }])
  history.replaceState(null, '', `${location.pathname}?row=1`)
  await put({ columns: ['name', 'heardAt'], filters: [] }, {}, siren)
  const buttons = () => [...document.querySelectorAll('.drawer-foot button')]
  await expect.poll(() => buttons().map(button => button.textContent)).toEqual(['确认', '接手', '误报'])
  expect(buttons().map(button => button.getAttribute('data-variant'))).toEqual(['primary', 'secondary', 'secondary'])
  expect(document.querySelector('.drawer [aria-haspopup=menu]')).toBeNull()
})

test('what only support needs of a row is behind a word, and can be copied', async () => {
  answer = async () =>
    listed([{ id: '1', rev: 1, name: '东门警笛', heardAt: '2026-03-02T01:00:00.000Z', session: '192141981206487040' }])
  history.replaceState(null, '', `${location.pathname}?row=1`)
  await put({ columns: ['name', 'heardAt'], filters: [] }, {}, siren)
  const technical = () => document.querySelector<HTMLDetailsElement>('.drawer .technical')
  await expect.poll(() => technical()?.open).toBe(false)
  expect(technical()!.querySelector('.copyable')?.textContent).toBe('192141981206487040')
  expect(document.querySelector('.drawer')!.textContent.match(/192141981206487040/g)).toHaveLength(1)
})

test('the time by which rows are ordered stays where there is room for few columns', () => {
  const lens = defineLens('siren', {
    ...{ path: '/siren', label: ['警笛', 'Sirens'], of: 'siren', essential: ['name'] },
    columns: ['name', 'more0', 'heardAt'],
  })
  const columns = columnsOf(siren, lens, words => (typeof words === 'string' ? words : words[0]))
  expect(columns.filter(({ priority }) => priority === 1).map(({ key }) => key)).toEqual(['name', 'heardAt'])
})

test('an open row that cannot be read says why, with a retry; one that is not there says that', async () => {
  const drawer = () => document.querySelector('.drawer')?.textContent ?? ''
  history.replaceState(null, '', `${location.pathname}?row=1`)
  answer = async () => Response.json({ code: 1, msg: '数据库忙，请稍后重试', data: null }, { status: 500 })
  await put({})
  await expect.poll(drawer).toContain('数据库忙，请稍后重试')
  expect(drawer()).not.toContain('不存在')
  answer = async () => Response.json({ code: 1, msg: '资源不存在', error: 'not_found', data: null }, { status: 404 })
  await userEvent.click(page.elementLocator(document.querySelector('.drawer')!).getByRole('button', { name: '重试' }))
  await expect.poll(drawer).toContain('记录不存在或不可见')
})
