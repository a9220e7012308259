/** The table as cards, where its columns do not fit. */
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Column } from '#console/kit/table/column.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { Table } from '#console/kit/table/Table.tsx'

type Door = { id: string; name: string; people: number }
const doors = (count: number): readonly Door[] =>
  Array.from({ length: count }, (_, at) => ({ id: `d${at}`, name: `门 ${at}`, people: at * 1000 }))
const keyOf = (row: Door): string => row.id
const rowAt = (at: number): HTMLElement => {
  const row = document.querySelector<HTMLElement>(`.table-row[data-at="${at}"]`)
  if (!row) throw new Error(`no row ${at}`)
  return row
}

beforeEach(() => localStorage.clear())

test('on a phone a picture stands beside the name, which is the head of the card', async () => {
  await page.viewport(390, 700)
  const columns: readonly Column<Door>[] = [
    { key: 'photo', label: '照片', width: 64, render: row => <Avatar name={row.name} size={32} /> },
    { key: 'name', label: '名称', width: 200 },
    { key: 'people', label: '人数', width: 200 },
  ]
  await render(
    <KitRoot>
      <div style={{ height: 600, width: 358, display: 'flex' }}>
        <Table name="test" label="门" columns={columns} rows={doors(2)} rowKey={keyOf} />
      </div>
    </KitRoot>,
  )
  await expect.poll(() => document.querySelector('.table[data-narrow]')).not.toBeNull()
  const [photo, name, count] = [...rowAt(0).querySelectorAll('[data-label]')].map(cell => cell.getBoundingClientRect())
  expect(photo!.width).toBe(32)
  expect(name!.top).toBe(photo!.top)
  expect(photo!.left).toBe(count!.left)
  expect(count!.top).toBeGreaterThanOrEqual(photo!.bottom)
})

test('as cards, a figure at the head says what it counts', async () => {
  const shown = async (align: 'right' | undefined) => {
    const first: Column<Door> = { key: 'people', label: '人数', width: 64, ...(align ? { align } : {}) }
    const screen = await render(
      <KitRoot>
        <div style={{ height: 600, width: 358, display: 'flex' }}>
          <Table
            name="test"
            label="门"
            columns={[
              first,
              { key: 'name', label: '名称', width: 200 },
              { key: 'state', label: '状态', width: 200, render: row => row.people },
            ]}
            rows={doors(1)}
            rowKey={keyOf}
          />
        </div>
      </KitRoot>,
    )
    await expect.poll(() => document.querySelector('.table[data-narrow]')).not.toBeNull()
    const display = getComputedStyle(rowAt(0).querySelector('[data-label]')!, '::before').display
    await screen.unmount()
    return display
  }
  expect(await shown('right')).not.toBe('none')
  expect(await shown(undefined)).toBe('none')
})
