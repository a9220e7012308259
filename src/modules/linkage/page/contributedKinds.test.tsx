/** The editor of rules shows a trigger, a condition and an act that a module adds, by their definitions alone. */
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { bollardDevice } from '#devices/bollardDevice.ts'
import { consoleHistory, parseSearch, searchText } from '#console/app/router.tsx'
import { queries } from '#console/data/queries.ts'
import { setRegistry } from '#console/data/registry.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import { choice, flag, text } from '#model/field.ts'
import { defineAct, defineCondition, defineTrigger, linkageKinds } from '#model/linkage.ts'
import type { Params } from '#model/row.ts'
import { LinkageEditor } from './LinkageEditor.tsx'

const kinds = linkageKinds([
  defineTrigger('visitArrived', {
    ...{ wire: 50, label: ['访客到达', 'A visitor arrives'], on: 'visit.arrived', needs: [] },
    fields: { hall: text(['大堂', 'Hall'], { required: true }) },
    words: ({ trigger }) => [`访客到达${String(trigger.hall ?? '')}`, 'A visitor arrives'],
  }),
  defineCondition('calm', {
    ...{ wire: 50, label: ['安静时', 'When calm'], needs: [] },
    fields: { note: text(['备注', 'Note'], {}) },
    words: ({ note }) => [`安静${String(note ?? '')}`, 'calm'],
  }),
  defineAct('welcome', {
    ...{ label: ['迎接访客', 'Welcome'], device: 'none', needs: [], asks: ['请填写', 'Fill in'] },
    fields: {
      greeting: text(['欢迎词', 'Greeting'], { required: true }),
      free: flag(['免核验', 'Without checks'], {}),
      tone: choice(['语气', 'Tone'], { warm: [1, '热情', 'Warm'], cool: [2, '平和', 'Calm'] }, { required: true }),
    },
    words: ({ greeting }) => [`欢迎“${String(greeting ?? '…')}”`, 'welcome'],
    mustEnd: ({ free }) => free === true,
  }),
])
const ready = Promise.resolve()
let posted: Params[]
beforeEach(() => {
  setLanguage('zh')
  posted = []
  setRegistry({
    ...{ nouns: new Map(), lenses: new Map(), classIndex: [], classes: new Map(), pages: {}, trays: [] },
    ...{ ruleForms: {}, linkageKinds: async () => kinds },
    ...{ prepare: async () => {}, prepareRows: async () => {}, forDialogs: () => ready },
    allClasses: async () => new Map(),
  })
  // Only the answers of the network are replaced; all code before it is real.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_input, init) => {
    if (init?.method === 'POST') posted.push(JSON.parse(String(init.body)) as Params)
    return Response.json({ code: 0, data: { id: '1' } })
  })
})

test('a rule of kinds that no file of linkage knows is filled in, said in words, and sent', async () => {
  const classes = new Map([[bollardDevice.key, bollardDevice]])
  const shown = () => (
    <LinkageEditor
      {...{ row: null, deviceClass: bollardDevice, classes: [bollardDevice], onClose() {}, onSaved() {} }}
      known={{ classes, devices: [], kinds }}
    />
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
  await userEvent.fill(page.getByRole('textbox', { name: '规则名称' }), '迎宾')
  await userEvent.click(page.getByRole('radio', { name: '访客到达' }))
  await userEvent.fill(page.getByRole('textbox', { name: '大堂' }), '东')
  await userEvent.click(page.getByRole('button', { name: '添加条件' }))
  await userEvent.fill(page.getByRole('textbox', { name: '备注' }), '时')
  await userEvent.click(page.getByRole('button', { name: /请选择.*动作/ }).first())
  await userEvent.click(page.getByRole('option', { name: '迎接访客' }))
  await userEvent.fill(page.getByRole('textbox', { name: '欢迎词' }), '您好')
  await userEvent.click(page.getByRole('radio', { name: '热情' }))
  await expect.element(page.getByText('访客到达东', { exact: true })).toBeVisible()
  expect(page.getByRole('textbox', { name: '多久后恢复' }).elements()).toEqual([])
  await userEvent.click(page.getByText('免核验').last())
  await userEvent.fill(page.getByRole('textbox', { name: '多久后恢复' }), '2')
  await userEvent.click(page.getByRole('button', { name: '保存' }))
  await expect.poll(() => posted).toHaveLength(1)
  expect(posted[0]).toMatchObject({
    // Nothing of the class of the page where it began: sent as null, by which a rule also loses the class that it had.
    ...{ deviceClass: null, triggerKind: 50, trigger: { hall: '东' }, conditions: [{ what: 50, note: '时' }] },
    actions: [{ identifier: 'welcome', params: { greeting: '您好', free: true, tone: 1 }, endAfterS: 120 }],
  })
  expect((posted[0]!.actions as Params[])[0]).not.toHaveProperty('deviceId')
})
