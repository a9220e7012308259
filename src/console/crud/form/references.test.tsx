/** What a reference offers: rows that take something new, found by the server where they are many; in an act, no row of its own branch. */
import { useState } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as f from '#model/field.ts'
import { defineNoun, machine } from '#model/noun.ts'

import { ActDialog } from '#console/crud/act/ActDialog.tsx'
import { ReferenceMany, ReferenceSelect } from '#console/crud/form/ReferenceSelect.tsx'
import { setRegistry } from '#console/data/registry.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'

const label = ['街道', 'Street'] as const
const closed = {
  fields: { name: f.text(['街道名', 'Name'], { required: true, find: 'contains' }) },
  states: {
    state: machine(['状态', 'State'], { open: [1, '正常', 'Open'], stopped: [0, '停用', 'Stopped'] }, 'open', {}),
  },
  closedIn: { state: 'state', in: ['stopped'] },
} as const
const street = defineNoun('street', {
  ...{ label, api: '/api/street', table: 'test.street', scope: 'platform', name: 'name' },
  ...closed,
})
const area = defineNoun('area', {
  ...{ label: ['片区', 'Area'], api: '/api/area', table: 'test.area', scope: 'platform', name: 'name' },
  ...{ tree: { depth: 3 }, ...closed },
})

const row = (id: string, name: string, state: number, children: object[] = []) => ({ id, name, state, children })
let rows: ReturnType<typeof row>[]
beforeEach(() => {
  setLanguage('zh')
  const ready = Promise.resolve()
  setRegistry({
    nouns: new Map<string, never>([
      ['street', street as never],
      ['area', area as never],
    ]),
    ...{ lenses: new Map(), classIndex: [], classes: new Map(), pages: {}, trays: [] },
    ...{
      prepare: async () => {},
      prepareRows: async () => {},
      forDialogs: () => ready,
      allClasses: async () => new Map(),
    },
  } as never)
  // Only the answers of the network are replaced; all code before it is real.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async input => {
    const { pathname, searchParams } = new URL(String(input), location.href)
    if (pathname.endsWith('/tree')) return Response.json({ code: 0, data: rows })
    const one = rows.find(({ id }) => pathname === `/api/street/${id}`)
    if (one) return Response.json({ code: 0, data: one })
    const name = searchParams.get('name') ?? ''
    const states = searchParams.get('state')?.split(',').map(Number)
    const found = rows.filter(one => one.name.includes(name) && (states?.includes(one.state) ?? true))
    const records = found.slice(0, Number(searchParams.get('size')))
    return Response.json({ code: 0, data: { records, total: found.length, current: 1, pages: 1 } })
  })
})
afterEach(() => vi.restoreAllMocks())

const put = async (what: React.ReactNode): Promise<void> => {
  await render(
    <KitRoot>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {what}
      </QueryClientProvider>
    </KitRoot>,
  )
}
const options = async (): Promise<string[]> => {
  await expect.poll(() => page.getByRole('option').elements().length).toBeGreaterThan(0)
  return page
    .getByRole('option')
    .elements()
    .map(one => one.textContent)
}

test('a form offers rows that take something new, a filter all of them', async () => {
  rows = [row('1', '东街', 1), row('2', '西街', 0)]
  await put(
    <>
      <ReferenceSelect label="新的" to="street" value={undefined} onChange={() => {}} />
      <ReferenceSelect every label="筛选" to="street" value={undefined} onChange={() => {}} />
    </>,
  )
  await userEvent.click(page.getByRole('combobox', { name: '新的' }))
  expect(await options()).toEqual(['东街'])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('combobox', { name: '筛选' }))
  await expect.poll(options).toEqual(['东街', '西街'])
})

test('of more rows than a list holds, the server finds those of the text, and the chosen ones stay', async () => {
  rows = Array.from({ length: 140 }, (_, at) => row(`${at + 1}`, `第${at + 1}街`, 1))
  const chosen = vi.fn<(ids: readonly string[]) => void>()
  const Form = () => {
    const [value, setValue] = useState<readonly string[]>(['7'])
    chosen(value)
    return <ReferenceMany label="街道" to="street" value={value} onChange={setValue} />
  }
  await put(<Form />)
  await userEvent.click(page.getByRole('button', { name: /街道/ }))
  await userEvent.fill(page.getByRole('searchbox'), '第137街')
  await expect.poll(options).toEqual(['第7街', '第137街'])
  await userEvent.click(page.getByRole('option', { name: '第137街' }))
  await userEvent.fill(page.getByRole('searchbox'), '第139街')
  await expect.poll(options).toEqual(['第7街', '第137街', '第139街'])
  expect(chosen.mock.lastCall).toEqual([['7', '137']])
})

test('a chosen row that takes nothing new any more stays chosen beside a new choice', async () => {
  rows = [row('1', '东街', 1), row('2', '西街', 0)]
  const onChange = vi.fn<(ids: readonly string[]) => void>()
  await put(<ReferenceMany label="街道" to="street" value={['2']} onChange={onChange} />)
  await userEvent.click(page.getByRole('button', { name: /街道/ }))
  await expect.poll(options).toEqual(['西街', '东街'])
  await userEvent.click(page.getByRole('option', { name: '东街' }))
  expect(onChange.mock.lastCall).toEqual([['2', '1']])
})

test('a row is not merged into itself, nor into what is below it or takes nothing new', async () => {
  rows = [row('1', '城东', 1, [row('2', '城东一片', 1)]), row('3', '城西', 1), row('4', '城南', 0)]
  const act = {
    ...{ name: 'merge', label: ['合并', 'Merge'] as const, row: { id: '1' }, run: async () => true },
    input: { intoId: f.ref(['合并到', 'Merge into'], 'area', { required: true }) },
  }
  await put(<ActDialog act={act} onClose={() => {}} />)
  await userEvent.click(page.getByRole('button', { name: /合并到/ }))
  const item = (name: string) => page.getByRole('treeitem', { name, exact: true })
  await expect.element(item('城西')).toBeVisible()
  const isOff = (name: string): string | null => item(name).element().getAttribute('aria-disabled')
  expect(['城东', '城西', '城南'].map(isOff)).toEqual(['true', 'false', 'true'])
})
