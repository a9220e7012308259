/** The table keeps its position: rows, keys, selection, sorting, columns, long lists and every empty state. */
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Column, Sort } from '#console/kit/table/column.ts'
import { writeChoice } from '#console/kit/table/useColumnMemory.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import type { TableProps } from '#console/kit/table/TableProps.ts'

type Door = { id: string; name: string; people: number; version: number }
const columns: readonly Column<Door>[] = [
  { key: 'name', label: ['名称', 'Name'], width: 200, sort: true },
  { key: 'people', label: ['人数', 'People'], width: 120, align: 'right' },
  { key: 'version', label: ['版本', 'Version'], hidden: true },
]
const doors = (count: number): readonly Door[] =>
  Array.from({ length: count }, (_, at) => ({ id: `d${at}`, name: `门 ${at}`, people: at * 1000, version: 1 }))
const keyOf = (row: Door): string => row.id

const Fixture = (props: Partial<TableProps<Door>>) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [sort, setSort] = useState<Sort>()
  return (
    <KitRoot>
      <div style={{ height: 400, width: 900, display: 'flex' }}>
        <Table
          name="test"
          label="门"
          columns={columns}
          rows={doors(5)}
          rowKey={keyOf}
          selected={selected}
          onSelect={setSelected}
          sort={sort}
          onSort={setSort}
          {...props}
        />
      </div>
      <output>
        {[...selected].join(' ')}|{sort ? `${sort.key} ${sort.descending}` : 'none'}
      </output>
    </KitRoot>
  )
}
const output = (): string => document.querySelector('output')?.textContent ?? ''
const rowAt = (at: number): HTMLElement => {
  const row = document.querySelector<HTMLElement>(`.table-row[data-at="${at}"]`)
  if (!row) throw new Error(`no row ${at}`)
  return row
}

beforeEach(() => {
  localStorage.clear()
  writeChoice('test', undefined)
})

test('shows rows, an index that goes on from the page before, and no hidden column', async () => {
  await render(<Fixture index={20} />)
  await expect.element(page.getByRole('columnheader', { name: '#' })).toBeVisible()
  expect(rowAt(0).textContent).toBe('21门 00')
  expect(rowAt(4).textContent).toContain('4,000')
  expect(page.getByRole('columnheader', { name: '版本' }).elements()).toHaveLength(0)
})

test('a press on a row opens it, a press on its acts or its box does not', async () => {
  const onOpen = vi.fn()
  const act = vi.fn()
  await render(<Fixture onOpen={onOpen} operations={() => [{ id: 'edit', label: '编辑', onPress: act }]} />)
  await userEvent.click(rowAt(1).querySelector('td:nth-child(2)') as HTMLElement)
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'd1' }))
  await userEvent.click(page.getByRole('button', { name: '编辑' }).nth(2))
  expect(act).toHaveBeenCalledOnce()
  await userEvent.click(rowAt(3).querySelector('input') as HTMLElement)
  expect(output()).toContain('d3|')
  expect(onOpen).toHaveBeenCalledOnce()
})

test('more than four acts wait behind 更多', async () => {
  const act = vi.fn()
  await render(
    <Fixture
      operations={() => ['一', '二', '三', '四', '五'].map(label => ({ id: label, label, onPress: () => act(label) }))}
    />,
  )
  expect(rowAt(0).querySelectorAll('.table-act')).toHaveLength(4)
  await userEvent.click(page.getByRole('button', { name: '更多' }).first())
  await userEvent.click(page.getByRole('menuitem', { name: '五' }))
  expect(act).toHaveBeenCalledExactlyOnceWith('五')
})

test('selects all, a range with shift, and clears', async () => {
  await render(<Fixture />)
  await userEvent.click(page.getByRole('checkbox', { name: '选择本页全部' }))
  expect(output()).toContain('d0 d1 d2 d3 d4|')
  await userEvent.click(page.getByRole('checkbox', { name: '选择本页全部' }))
  expect(output()).toMatch(/^\|/)
  await userEvent.click(page.getByRole('checkbox', { name: '选择第 2 行' }))
  await userEvent.click(page.getByRole('checkbox', { name: '选择第 4 行' }), { modifiers: ['Shift'] })
  expect(output()).toContain('d1 d2 d3|')
})

test('j and k move, Enter opens, e edits, x selects, and typing elsewhere is left alone', async () => {
  const onOpen = vi.fn()
  const onEdit = vi.fn()
  await render(
    <>
      <Fixture onOpen={onOpen} onEdit={onEdit} />
      <input aria-label="other" />
    </>,
  )
  await userEvent.keyboard('jj')
  await expect.poll(() => document.activeElement).toBe(rowAt(1))
  await userEvent.keyboard('k')
  await expect.poll(() => document.activeElement).toBe(rowAt(0))
  await userEvent.keyboard('{Enter}ex')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'd0' }))
  expect(onEdit).toHaveBeenCalledOnce()
  expect(output()).toContain('d0|')
  await userEvent.click(page.getByRole('textbox', { name: 'other' }))
  await userEvent.keyboard('jex')
  expect(onEdit).toHaveBeenCalledOnce()
})

test('with a row open the next one opens as the keys move', async () => {
  const onOpen = vi.fn()
  await render(<Fixture active="d1" onOpen={onOpen} />)
  expect(rowAt(1).getAttribute('aria-current')).toBe('true')
  await userEvent.keyboard('j')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'd2' }))
})

test('sorts up, down, and not at all', async () => {
  await render(<Fixture />)
  const name = page.getByRole('button', { name: '名称' })
  await userEvent.click(name)
  expect(output()).toContain('name false')
  await userEvent.click(name)
  expect(output()).toContain('name true')
  await expect.element(page.getByRole('columnheader', { name: '名称' })).toHaveAttribute('aria-sort', 'descending')
  await userEvent.click(name)
  expect(output()).toContain('none')
})

test('a pulled edge changes the width and is remembered', async () => {
  const { unmount } = await render(<Fixture />)
  const edge = document.querySelector('.table-edge') as HTMLElement
  const at = edge.getBoundingClientRect()
  const pull = (type: string, x: number): boolean =>
    edge.dispatchEvent(
      new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, clientX: x, clientY: at.top + 4 }),
    )
  edge.setPointerCapture = () => {}
  pull('pointerdown', at.left)
  pull('pointermove', at.left + 60)
  pull('pointerup', at.left + 60)
  await expect
    .poll(() => Math.round(document.querySelector('.table-th:nth-child(2)')?.getBoundingClientRect().width ?? 0))
    .toBe(260)
  await unmount()
  await render(<Fixture />)
  expect(Math.round(document.querySelector('.table-th:nth-child(2)')?.getBoundingClientRect().width ?? 0)).toBe(260)
})

test('of 1,200 rows only those near the eye are drawn, and the header stays', async () => {
  await render(<Fixture rows={doors(1200)} />)
  expect(document.querySelectorAll('.table-row').length).toBeLessThan(80)
  const box = document.querySelector('.table-scroll') as HTMLElement
  box.scrollTop = 500 * 44
  await expect.poll(() => document.querySelector('.table-row[data-at="500"]')).toBeTruthy()
  expect(document.querySelectorAll('.table-row').length).toBeLessThan(80)
  expect(Math.round((document.querySelector('.table-th') as HTMLElement).getBoundingClientRect().top)).toBe(
    Math.round(box.getBoundingClientRect().top),
  )
})

test('empty: the text refreshes; a failure: the reason and a retry; loading: grey rows after 300 ms', async () => {
  const onRefresh = vi.fn()
  const { rerender } = await render(<Fixture rows={[]} onRefresh={onRefresh} />)
  await userEvent.click(page.getByRole('button', { name: '暂无数据，点击刷新' }))
  expect(onRefresh).toHaveBeenCalledOnce()
  await rerender(<Fixture rows={[]} onRefresh={onRefresh} error={{ title: '连接不上服务器', note: '网络中断' }} />)
  await expect.element(page.getByText('网络中断')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '重试' }))
  expect(onRefresh).toHaveBeenCalledTimes(2)
  await rerender(<Fixture rows={[]} loading />)
  expect(document.querySelectorAll('[data-skeleton="waiting"]')).toHaveLength(10)
  await expect.poll(() => document.querySelectorAll('[data-skeleton="shown"]').length).toBe(10)
})

test('a row glows when its version changes, and only that one', async () => {
  const glow = (row: Door): number => row.version
  const { rerender } = await render(<Fixture rows={doors(3)} glow={glow} />)
  expect(document.querySelectorAll('[data-glow]')).toHaveLength(0)
  await rerender(<Fixture rows={doors(3).map((row, at) => (at === 1 ? { ...row, version: 2 } : row))} glow={glow} />)
  await expect.poll(() => rowAt(1).dataset.glow).toBe('')
  expect(document.querySelectorAll('[data-glow]')).toHaveLength(1)
})

test('a page of 100 rows turns without drawing the unchanged ones again', async () => {
  const drawn = vi.fn()
  const counting: readonly Column<Door>[] = [
    {
      key: 'name',
      label: '名称',
      render: row => {
        drawn()
        return row.name
      },
    },
  ]
  const rows = doors(100)
  const operations = (): [] => []
  const { rerender } = await render(<Fixture columns={counting} rows={rows} operations={operations} active="d1" />)
  drawn.mockClear()
  await rerender(<Fixture columns={counting} rows={rows} operations={operations} active="d2" />)
  expect(drawn).toHaveBeenCalledTimes(2)
})

test('the number of columns that do not fit stands beside the last label, not over it', async () => {
  await page.viewport(1440, 900)
  const narrow = Array.from({ length: 14 }, (_, at): Column<Door> => ({
    ...{ key: `c${at}`, label: '最后活动时间', width: 84, priority: 2, render: row => row.people },
  }))
  await render(<Fixture columns={narrow} rows={doors(2)} />)
  await expect.poll(() => document.querySelector('.table-beyond')).not.toBeNull()
  const range = document.createRange()
  range.selectNodeContents([...document.querySelectorAll('.table-th:not(.table-filler) .ellipsis')].at(-1)!)
  const button = document.querySelector('.table-beyond')!.getBoundingClientRect()
  expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(button.left)
})

const wide: readonly Column<Door>[] = [
  { key: 'name', label: ['名称', 'Name'], priority: 1 },
  ...Array.from({ length: 11 }, (_, at): Column<Door> => ({
    key: `c${at}`,
    label: [`列 ${at}`, `Column ${at}`],
    width: 160,
    priority: at > 5 ? 3 : 2,
    render: row => row.people,
  })),
]
// 1920 at 125 % are 1536 px for the page; the sidebar takes 220 of them.
test.each([1152, 1440, 1536, 1920, 2560])(
  'in a window of %i px a column is shown or counted, and none is cut',
  async px => {
    const width = px - 220
    await page.viewport(px, 700)
    await render(
      <KitRoot>
        <div style={{ height: 300, width, display: 'flex' }}>
          <Table name="test" label="门" columns={wide} rows={doors(3)} rowKey={keyOf} />
        </div>
      </KitRoot>,
    )
    const heads = () => [...document.querySelectorAll<HTMLElement>('.table-head th.table-th')]
    const named = () => heads().filter(one => /^(名称|列 \d+)/.test(one.textContent ?? ''))
    await expect.poll(() => document.querySelector('.table-scroll')!.clientWidth).toBe(width)
    const beyond = () => Number(/^\+(\d+) 列/.exec(document.querySelector('.table-beyond')?.textContent ?? '+0 列')![1])
    expect(named().length + beyond()).toBe(wide.length)
    const scroll = document.querySelector<HTMLElement>('.table-scroll')!
    expect(scroll.scrollWidth).toBeLessThanOrEqual(scroll.clientWidth)
    // The widest window has room for all, and no column is left an empty field.
    if (px === 2560) expect(beyond()).toBe(0)
    if (beyond() === 0) return
    expect(named().map(one => one.textContent)).not.toContain('列 10')
    await userEvent.click(page.getByRole('button', { name: `显示放不下的 ${beyond()} 列` }))
    await expect.poll(() => named().length).toBe(wide.length)
    expect(scroll.scrollWidth).toBeGreaterThan(scroll.clientWidth)
  },
)
