/** The form of a row: rare fields, initial values, the only option, and rows created from a reference. */
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as f from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import type { Input } from '#model/row.ts'
import { consoleHistory, parseSearch, searchText } from '#console/app/router.tsx'
import { AddElsewhere } from '#console/crud/form/AddElsewhere.tsx'
import { CreateForm } from '#console/crud/form/CreateForm.ts'
import { initialValues } from '#console/crud/form/formValues.ts'
import { RowForm } from '#console/crud/form/RowForm.tsx'
import { can, loadMe, renewMe } from '#console/data/me.ts'
import { queries } from '#console/data/queries.ts'
import { setRegistry } from '#console/data/registry.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'

const ready = Promise.resolve()
const lamp = defineNoun('lamp', {
  ...{ label: ['路灯', 'Lamp'], api: '/api/lamp', table: 'test.lamp', scope: 'platform', name: 'name' },
  fields: {
    name: f.text(['名称', 'Name'], { required: true }),
    maker: f.text(['厂家', 'Maker'], {}),
    streetId: f.ref(['街道', 'Street'], 'street', { required: true }),
    sort: f.integer(['排序', 'Order'], { rare: true, initial: 0 }),
    remark: f.text(['备注', 'Remark'], { rare: true, pattern: 'code' }),
  },
})
const street = defineNoun('street', {
  ...{ label: ['街道', 'Street'], api: '/api/street', table: 'test.street', scope: 'platform', name: 'title' },
  fields: {
    title: f.text(['街道名', 'Title'], { required: true, find: 'contains' }),
    besideId: f.ref(['相邻街道', 'Beside'], 'street'),
  },
})
const lens = defineLens('street', { path: '/street', label: ['街道', 'Streets'], of: 'street', columns: ['title'] })

let permissions: string[]
let streets: { id: string; title: string }[]
let posted: [path: string, body: Input][]
beforeEach(() => {
  setLanguage('zh')
  permissions = ['lamp:add', 'street:list', 'street:view', 'street:add']
  streets = []
  posted = []
  setRegistry({
    nouns: new Map<string, never>([
      ['lamp', lamp as never],
      ['street', street as never],
    ]),
    ...{ lenses: new Map([['street', lens]]), classIndex: [], classes: new Map(), pages: {}, trays: [] },
    ...{ ruleForms: {}, linkageKinds: () => Promise.reject(new Error('no page here is about rules')) },
    ...{
      prepare: async () => {},
      prepareRows: async () => {},
      forDialogs: () => ready,
      allClasses: async () => new Map(),
    },
  })
  // Only the answers of the network are replaced; all code before it is real.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(String(input), location.origin)
    const answer = (data: unknown) => Response.json({ code: 0, data })
    if (pathname === '/api/admin/user/info')
      return answer({ sysUser: { userId: '1', username: 'admin' }, permissions, brand: { code: 'portico' } })
    if (init?.method === 'POST') {
      const body = JSON.parse(String(init.body)) as Input
      posted.push([pathname, body])
      if (pathname === '/api/street') streets.push({ id: '77', title: String(body.title) })
      return answer({ id: '77', rev: 1, ...body })
    }
    return answer({ records: streets, total: streets.length, current: 1, size: 10, pages: 1 })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const name of Object.keys(sessionStorage)) if (/draft/i.test(name)) sessionStorage.removeItem(name)
})

async function put(): Promise<ReturnType<typeof vi.fn>> {
  await loadMe()
  renewMe()
  await expect.poll(() => can('street:add')).toBe(permissions.includes('street:add'))
  queries.clear()
  const onClose = vi.fn()
  const shown = () => (
    <CreateForm value={AddElsewhere}>
      <RowForm noun={lamp} onClose={onClose} />
    </CreateForm>
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
  await expect.element(page.getByRole('textbox', { name: '名称' })).toBeVisible()
  return onClose
}
const boxOf = (name: string) => page.getByRole('textbox', { name })
const more = () => page.getByRole('button', { name: /更多/ })

test('a required list begins with one item, which has its initial values; another does not', () => {
  const row = { text: f.text(['文字', 'Text'], { required: true }), sort: f.integer(['排序', 'Order'], { initial: 3 }) }
  const fields = {
    lines: f.list(['内容', 'Lines'], row, { max: 4, required: true }),
    days: f.list(['例外', 'Exceptions'], row, { max: 4 }),
  }
  expect(initialValues(fields)).toEqual({ lines: [{ sort: 3 }] })
})

test('rare fields wait under 更多 and open for an error of theirs, which gets the focus', async () => {
  await put()
  expect(boxOf('备注').query()).toBeNull()
  await userEvent.click(more())
  await userEvent.click(more())
  expect(boxOf('备注').query()).toBeNull()
  await userEvent.click(more())
  await userEvent.fill(boxOf('备注'), '不是编码')
  // It is judged a moment after the press that takes its focus.
  await userEvent.click(more())
  await expect.element(boxOf('备注')).toHaveAttribute('aria-invalid', 'true')
  await userEvent.fill(boxOf('名称'), '东门')
  await userEvent.click(page.getByRole('button', { name: '保存' }))
  await expect.element(boxOf('备注')).toBeVisible()
  expect(posted).toEqual([])
})

test('a new row begins with the declared values, and with the only row of a required reference; closing it asks nothing', async () => {
  streets = [{ id: '5', title: '人民路' }]
  const onClose = await put()
  await expect.element(page.getByRole('combobox', { name: '街道' })).toHaveValue('人民路')
  await userEvent.click(page.getByRole('button', { name: '取消' }))
  expect(onClose).toHaveBeenCalled()
  await userEvent.fill(boxOf('名称'), '东门')
  await userEvent.click(page.getByRole('button', { name: '保存' }))
  await expect
    .poll(() => posted)
    .toEqual([['/api/lamp', { name: '东门', maker: null, streetId: '5', sort: 0, remark: null }]])
})

test('with several rows nothing is chosen', async () => {
  streets = [
    { id: '5', title: '人民路' },
    { id: '6', title: '解放路' },
  ]
  await put()
  await expect.poll(() => queries.getQueryData(['/api/street', 'only'])).toBeNull()
  await expect.element(page.getByRole('combobox', { name: '街道' })).toHaveValue('')
})

test('a reference creates its row over the form: the new row is chosen, and nothing filled in is lost', async () => {
  await put()
  await userEvent.fill(boxOf('名称'), '东门')
  await userEvent.click(page.getByRole('button', { name: '新建街道' }))
  await userEvent.fill(boxOf('街道名'), '滨河路')
  // One level is enough: the inner form offers no further one.
  expect(
    page
      .getByRole('button', { name: '新建街道' })
      .elements()
      .filter(one => one.closest('.dialog') === document.querySelectorAll('.dialog')[1]),
  ).toEqual([])
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => posted.map(([path]) => path)).toEqual(['/api/street'])
  await expect.element(page.getByRole('combobox', { name: '街道' })).toHaveValue('滨河路')
  await expect.element(boxOf('名称')).toHaveValue('东门')
  await userEvent.click(page.getByRole('button', { name: '保存' }))
  await expect
    .poll(() => posted.at(-1))
    .toEqual(['/api/lamp', { name: '东门', maker: null, streetId: '77', sort: 0, remark: null }])
})

test('who may not add streets is not offered to', async () => {
  permissions = ['lamp:add', 'street:list']
  await put()
  await expect.element(page.getByRole('combobox', { name: '街道' })).toBeVisible()
  expect(page.getByRole('button', { name: '新建街道' }).query()).toBeNull()
})
