/** Editing in place: cells and rows of a table, locked rows, nodes of a tree; filter tags and the carousel. */
import { useMemo, useState } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Carousel } from '#console/kit/layout/Carousel.tsx'
import type { Column } from '#console/kit/table/column.ts'
import { editAct } from '#console/kit/table/inlineActs.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import { LineChart } from '#console/kit/figure/LineChart.tsx'
import { SearchTags, type TagChoice } from '#console/kit/table/SearchTags.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { toast, toastItems } from '#console/kit/overlay/toast.ts'
import { Tree } from '#console/kit/table/Tree.tsx'
import { TreeDialog } from '#console/kit/table/TreeDialog.tsx'
import type { Inline } from '#console/kit/table/useInlineEdit.ts'

type Shift = { id: string; name: string; from: string }
const columns: readonly Column<Shift>[] = [
  { key: 'name', label: '班次', width: 240 },
  { key: 'from', label: '上班', width: 160 },
]
const toastTexts = (): string[] => [...document.querySelectorAll('.toast')].map(one => one.textContent ?? '')
const first: readonly Shift[] = [
  { id: '1', name: '早班', from: '08:30' },
  { id: '2', name: '夜班', from: '22:00' },
]

const Shifts = ({ onSave }: { onSave: (changes: unknown) => void }) => {
  const [rows, setRows] = useState(first)
  const inline = useMemo(
    (): Inline<Shift> => ({
      columns: ['name', 'from'],
      locked: row => row.id === '2',
      input: ({ key, draft, set }) => (
        <TextField label={key} hideLabel value={String(draft[key])} onChange={next => set(key, next)} />
      ),
      judge: (_row, changes) => (changes.name === '' ? ['请输入班次', 'Shift is required'] : undefined),
      save: async (row, changes) => {
        onSave(changes)
        setRows(all => all.map(one => (one.id === row.id ? { ...one, ...(changes as Partial<Shift>) } : one)))
        return true
      },
    }),
    [onSave],
  )
  return (
    <KitRoot>
      <Table
        name="shifts"
        label="班次"
        columns={columns}
        rows={rows}
        rowKey={row => row.id}
        inline={inline}
        permit={row => (row.id === '2' ? { [editAct]: false, remove: false } : undefined)}
        operations={() => [
          { id: editAct, label: '行编辑', onPress: () => {} },
          { id: 'remove', label: '删除', onPress: () => {} },
          { id: 'view', label: '查看', onPress: () => {} },
        ]}
      />
    </KitRoot>
  )
}

beforeEach(async () => {
  setLanguage('zh')
  for (const item of toastItems()) toast.close(item.id)
  await page.viewport(1200, 800)
})

test('a cell is edited alone: Enter saves what changed, Escape leaves it', async () => {
  const onSave = vi.fn()
  await render(<Shifts onSave={onSave} />)
  await userEvent.click(page.getByRole('button', { name: '编辑班次' }))
  expect(document.querySelectorAll('.table-editing').length).toBe(1)
  await userEvent.fill(page.getByRole('textbox', { name: 'name' }), '晨班')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onSave.mock.calls).toEqual([[{ name: '晨班' }]])
  await expect.element(page.getByText('晨班')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '编辑上班' }))
  await userEvent.fill(page.getByRole('textbox', { name: 'from' }), '07:00')
  await userEvent.keyboard('{Escape}')
  expect(document.querySelector('.table-editing')).toBeNull()
  await expect.element(page.getByText('08:30')).toBeVisible()
  expect(onSave).toHaveBeenCalledOnce()
})

test('a row toggles between edited and saved; the first error is a warning and nothing is saved', async () => {
  const onSave = vi.fn()
  await render(<Shifts onSave={onSave} />)
  await userEvent.click(page.getByRole('button', { name: '行编辑' }))
  expect(document.querySelectorAll('.table-editing').length).toBe(2)
  await userEvent.fill(page.getByRole('textbox', { name: 'name' }), '')
  await userEvent.click(page.getByRole('button', { name: '保存' }))
  await expect.poll(toastTexts).toContain('请输入班次')
  expect(document.querySelector('.toast')?.getAttribute('data-tone')).toBe('warn')
  expect(onSave).not.toHaveBeenCalled()
  await userEvent.fill(page.getByRole('textbox', { name: 'name' }), '晨班')
  await userEvent.click(page.getByRole('button', { name: '保存' }))
  await expect.poll(() => document.querySelector('.table-editing')).toBeNull()
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ name: '晨班' })
})

test('a row’s own permissions hide its acts, and a locked row has no pencil', async () => {
  await render(<Shifts onSave={() => {}} />)
  const acts = [...document.querySelectorAll('.table-row')].map(row =>
    [...row.querySelectorAll('.table-act')].map(act => act.textContent),
  )
  expect(acts).toEqual([['行编辑', '删除', '查看'], ['查看']])
  expect(document.querySelectorAll('.table-row[data-at="1"] .table-edit').length).toBe(0)
})

test('a node asks for its name when it is left empty, trims it, and stays open when saving fails', async () => {
  const onSave = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue(undefined)
  const onClose = vi.fn()
  await render(
    <KitRoot>
      <TreeDialog mode="add" label="部门名称" parent="总部" onSave={onSave} onClose={onClose} />
    </KitRoot>,
  )
  await userEvent.click(page.getByRole('textbox'))
  await userEvent.tab()
  await expect.element(page.getByText('请输入部门名称', { exact: true })).toBeVisible()
  await userEvent.fill(page.getByRole('textbox'), '  研发部 ')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onSave.mock.calls.length).toBe(1)
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: '保存' }))
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(onSave).toHaveBeenLastCalledWith('研发部')
})

test('a node is dragged below another, never below itself', async () => {
  const onMove = vi.fn()
  const nodes = [
    { id: 'a', label: '甲', children: [{ id: 'a1', label: '甲一' }] },
    { id: 'b', label: '乙' },
  ]
  await render(
    <KitRoot>
      <Tree label="树" nodes={nodes} filter={false} onMove={onMove} />
    </KitRoot>,
  )
  const row = (name: string) => page.getByRole('treeitem', { name, exact: true })
  await userEvent.dragAndDrop(row('甲'), row('甲一'))
  expect(onMove).not.toHaveBeenCalled()
  await userEvent.dragAndDrop(row('甲一'), row('乙'))
  expect(onMove).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ id: 'a1' }),
    expect.objectContaining({ id: 'b' }),
  )
})

test('words filter: one of a group or several, all of it, and what is chosen can be dropped', async () => {
  const Fixture = () => {
    const [value, setValue] = useState<TagChoice>({})
    const options = ['a', 'b', 'c'].map(id => ({ id, label: id }))
    return (
      <KitRoot>
        <SearchTags
          label="筛选"
          groups={[
            { id: 'one', label: '单选', options },
            { id: 'many', label: '多选', options, multiple: true },
          ]}
          value={value}
          onChange={setValue}
        />
        <output className="value">{JSON.stringify(value)}</output>
      </KitRoot>
    )
  }
  await render(<Fixture />)
  const value = (): unknown => JSON.parse(document.querySelector('output.value')!.textContent!)
  const press = (group: string, name: string) =>
    userEvent.click(page.getByRole('group', { name: group }).getByRole('button', { name, exact: true }))
  await press('单选', 'a')
  await press('单选', 'b')
  await press('多选', 'a')
  await press('多选', 'c')
  expect(value()).toEqual({ one: ['b'], many: ['a', 'c'] })
  await userEvent.click(page.getByRole('button', { name: '移除 多选：a' }))
  await press('单选', '全部')
  expect(value()).toEqual({ one: [], many: ['c'] })
})

/** What the user has chosen; tests usually run with reduced motion. */
const prefersMotion = (value: 'no-preference' | 'reduce'): Promise<unknown> =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })

test('pictures rotate by themselves, pause under the pointer, and are moved by hand', async () => {
  await prefersMotion('no-preference')
  onTestFinished(async () => void (await prefersMotion('reduce')))
  const items = ['一', '二', '三'].map(title => ({ src: '/favicon.svg', title }))
  await render(
    <KitRoot>
      <Carousel label="图" items={items} intervalMs={150} />
      <button type="button">别处</button>
    </KitRoot>,
  )
  const at = (): string | null | undefined =>
    document.querySelector('.carousel-item:not([aria-hidden])')?.getAttribute('aria-label')
  await userEvent.hover(page.getByRole('button', { name: '别处' }))
  await expect.poll(at).toBe('2 / 3')
  await userEvent.hover(page.getByRole('region', { name: '图' }))
  const held = at()
  await new Promise(resolve => setTimeout(resolve, 400))
  expect(at()).toBe(held)
  await userEvent.click(page.getByRole('button', { name: '第 1 张' }))
  expect(at()).toBe('1 / 3')
})

test('a chart says every value at the place the keys reach, and leaves gaps open', async () => {
  await render(
    <KitRoot>
      <LineChart
        label="通行"
        places={['08:00', '08:01', '08:02']}
        series={[
          { id: 'in', label: '进', values: [1, null, 3] },
          { id: 'out', label: '出', values: [4, 5, 6] },
        ]}
        unit="人"
      />
    </KitRoot>,
  )
  expect(document.querySelectorAll('.line-chart-line').length).toBe(3)
  document.querySelector<SVGElement>('.line-chart svg')!.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  const tip = document.querySelector('.chart-tip')!
  expect([...tip.children].map(one => one.textContent)).toEqual(['08:01', '进—', '出5 人'])
})
