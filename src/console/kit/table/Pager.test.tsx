/** The pager: its pages, its limits, its jump, and the first row, which stays visible when the page size changes. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { keepFitting, useFittingSize } from '#console/kit/table/density.ts'
import { Pager, pagesAround, pageSizes } from '#console/kit/table/Pager.tsx'

const Fixture = ({ total, first = 1, more = false }: { total: number; first?: number; more?: boolean }) => {
  const [at, setAt] = useState({ page: first, size: 10 })
  return (
    <KitRoot>
      <div style={{ width: 900 }}>
        <Pager
          total={total}
          more={more}
          page={at.page}
          pageSize={at.size}
          onChange={(next, size) => setAt({ page: next, size })}
        />
      </div>
      <output>
        {at.page}/{at.size}
      </output>
    </KitRoot>
  )
}
const output = (): string => document.querySelector('output')?.textContent ?? ''

test.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [4, 127, [1, 2, 3, 4, 5, 0, 127]],
  [60, 127, [1, 0, 59, 60, 61, 0, 127]],
  [124, 127, [1, 0, 123, 124, 125, 126, 127]],
])('page %i of %i', (at, last, places) => expect(pagesAround(at, last)).toEqual(places))

test('total, sizes, previous, pages, next and jumper are in this order', async () => {
  await render(<Fixture total={1264} />)
  await expect.element(page.getByText('共 1,264 条')).toBeVisible()
  expect([...document.querySelectorAll('.pager-size option')].map(one => one.textContent)).toEqual(
    pageSizes.map(size => `${size} 条/页`),
  )
  expect([...document.querySelectorAll('.pager button')].map(one => one.getAttribute('aria-label'))).toEqual([
    '上一页',
    '第 1 页',
    '第 2 页',
    '第 3 页',
    '第 4 页',
    '第 5 页',
    '第 127 页',
    '下一页',
  ])
  await expect.element(page.getByRole('button', { name: '上一页' })).toBeDisabled()
  await expect.element(page.getByRole('textbox', { name: '前往页码' })).toBeVisible()
})

test('goes on, back, to the end, and no further', async () => {
  await render(<Fixture total={1264} />)
  await userEvent.click(page.getByRole('button', { name: '下一页' }))
  expect(output()).toBe('2/10')
  await userEvent.click(page.getByRole('button', { name: '第 127 页' }))
  expect(output()).toBe('127/10')
  await expect.element(page.getByRole('button', { name: '下一页' })).toBeDisabled()
  await userEvent.fill(page.getByRole('textbox'), '9999')
  await userEvent.keyboard('{Enter}')
  expect(output()).toBe('127/10')
  await userEvent.fill(page.getByRole('textbox'), '60')
  await userEvent.keyboard('{Enter}')
  expect(output()).toBe('60/10')
})

test('a new size keeps the first row on the page', async () => {
  await render(<Fixture total={1264} first={10} />)
  await userEvent.selectOptions(page.getByRole('combobox', { name: '每页条数' }), '50')
  expect(output()).toBe('2/50')
})

test('what was not counted to its end can be walked on: the total says so, and a next page is offered', async () => {
  await render(<Fixture total={10} more />)
  await expect.element(page.getByText('共 10+ 条')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '下一页' }))
  await expect.poll(output).toBe('2/10')
})

const Fitting = () => {
  const { fit, wanted } = useFittingSize('test')
  const [size, setSize] = useState(10)
  return (
    <KitRoot>
      <Pager
        total={1264}
        page={1}
        pageSize={wanted ? fit : size}
        onChange={(_, next) => setSize(next)}
        fitting={{ size: fit, on: wanted, onChoose: keepFitting }}
      />
      <output>{wanted ? fit : size}</output>
    </KitRoot>
  )
}
test('as many as fit: the largest of the sizes that the window has room for, again when it changes', async () => {
  localStorage.clear()
  await page.viewport(1200, 800)
  await render(<Fitting />)
  await userEvent.selectOptions(page.getByRole('combobox', { name: '每页条数' }), '自动 10 条/页')
  expect(output()).toBe('10')
  await page.viewport(1200, 1250)
  await expect.poll(output).toBe('20')
  await page.viewport(1200, 400)
  await expect.poll(output).toBe('10')
  await userEvent.selectOptions(page.getByRole('combobox', { name: '每页条数' }), '50 条/页')
  await page.viewport(1200, 1250)
  await expect.poll(output).toBe('50')
})
test('in a tall window as many as fit are usual, until the user chooses a size', async () => {
  localStorage.clear()
  await page.viewport(1200, 1440)
  await render(<Fitting />)
  await expect.poll(output).toBe('20')
  await page.viewport(1200, 900)
  await expect.poll(output).toBe('10')
  await page.viewport(1200, 1440)
  await userEvent.selectOptions(page.getByRole('combobox', { name: '每页条数' }), '10 条/页')
  expect(output()).toBe('10')
  await page.viewport(1440, 900)
})
