/** An address that lacks the application shows the list of applications; the choice opens the page. */
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as f from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import { consoleHistory, parseSearch, searchText } from '#console/app/router.tsx'
import { loadMe } from '#console/data/me.ts'
import { queries } from '#console/data/queries.ts'
import { setRegistry } from '#console/data/registry.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import { setNavigation } from '#console/kit/navigation.ts'
import { ApplicationsPage } from './ApplicationsPage.tsx'

const ready = Promise.resolve()
const application = defineNoun('application', {
  ...{ label: ['应用', 'Application'], api: '/api/application', table: 'test.application', scope: 'platform' },
  name: 'name',
  fields: { name: f.text(['名称', 'Name'], { required: true, find: 'contains' }) },
})
const lens = defineLens('application', {
  ...{ path: '/home/apply', label: ['应用', 'Applications'], of: 'application', layout: 'cards', columns: ['name'] },
})
const me = {
  sysUser: { userId: '1', username: 'admin' },
  permissions: ['application:list'],
  brand: { code: 'portico' },
}

let went: string[] = []
beforeEach(async () => {
  setLanguage('zh')
  queries.clear()
  went = []
  setNavigation(href => went.push(href))
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
  // The network's end is ours; everything before it is the real thing.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async input =>
    Response.json({
      code: 0,
      data:
        new URL(String(input), location.origin).pathname === '/api/admin/user/info'
          ? me
          : { records: [{ id: '7', rev: 1, name: '甲园区' }], total: 1, current: 1, size: 10, pages: 1 },
    }),
  )
  await loadMe()
})
const before = location.pathname
afterEach(() => {
  vi.restoreAllMocks()
  setNavigation(href => location.assign(href))
  history.replaceState(null, '', before)
})

test('the next page belongs to the current address, not to the previous one', async () => {
  const shown = () => <ApplicationsPage lens={lens} noun={application} params={{}} />
  const router: AnyRouter = createRouter({
    routeTree: createRootRoute({ component: shown, notFoundComponent: shown }),
    ...{ history: consoleHistory, parseSearch, stringifySearch: searchText },
  })
  consoleHistory.replace('/apply/person')
  await render(
    <KitRoot>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </KitRoot>,
  )
  const card = page.getByText('甲园区', { exact: true })
  for (const [address, next] of [
    ['/apply/person', '/apply/person/7'],
    ['/apply/authGroup?state=1', '/apply/authGroup/7?state=1'],
    ['/home/apply', '/applyLayout/7'],
  ] as const) {
    consoleHistory.replace(address)
    const heading = page.getByRole('heading', { name: address === '/home/apply' ? '应用' : '选择应用', exact: true })
    await expect.element(heading).toBeVisible()
    await userEvent.click(card)
    await expect.poll(() => went.pop()).toBe(next)
  }
})
