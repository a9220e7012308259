/** The search form: at most four visible filters, the others folded; 搜索, 清空, Enter and '/'. */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { SearchForm } from '#console/kit/table/SearchForm.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'

const Fixture = ({
  count,
  least,
  onSearch = () => {},
  onClear = () => {},
}: {
  count: number
  least?: number
  onSearch?: () => void
  onClear?: () => void
}) => (
  <KitRoot>
    <SearchForm onSearch={onSearch} onClear={onClear} {...(least === undefined ? {} : { least })}>
      <SearchField label={['名称', 'Name']} value="" onChange={() => {}} />
      {Array.from({ length: count - 1 }, (_, at) => (
        <TextField key={at} label={[`条件 ${at}`, `Filter ${at}`]} hideLabel value="" onChange={() => {}} />
      ))}
    </SearchForm>
  </KitRoot>
)

test('four are shown without a fold, a fifth folds away and comes back', async () => {
  const { rerender } = await render(<Fixture count={4} />)
  expect(page.getByRole('textbox').elements()).toHaveLength(3)
  expect(page.getByRole('button', { name: /展开/ }).elements()).toHaveLength(0)
  await rerender(<Fixture count={6} />)
  expect(page.getByRole('textbox').elements()).toHaveLength(3)
  await userEvent.click(page.getByRole('button', { name: '展开 2 项' }))
  expect(page.getByRole('textbox').elements()).toHaveLength(5)
  await userEvent.click(page.getByRole('button', { name: '收起' }))
  expect(page.getByRole('textbox').elements()).toHaveLength(3)
})

test('where four and the buttons do not fit in one row, more are folded; a filter in force is never among them', async () => {
  const inOneRow = (): boolean => {
    const tops = [...document.querySelectorAll('.search-form-fields > *')].map(one => one.getBoundingClientRect().top)
    return Math.max(...tops) - Math.min(...tops) < 8
  }
  await page.viewport(820, 800)
  const { rerender } = await render(<Fixture count={6} />)
  await expect.poll(() => page.getByRole('textbox').elements().length).toBe(2)
  expect(inOneRow()).toBe(true)
  await expect.element(page.getByRole('button', { name: '展开 3 项' })).toBeVisible()
  await rerender(<Fixture count={6} least={5} />)
  await expect.element(page.getByRole('textbox', { name: '条件 3' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '展开 1 项' })).toBeVisible()
  await page.viewport(1440, 900)
  await rerender(<Fixture count={6} />)
  await expect.poll(() => page.getByRole('textbox').elements().length).toBe(3)
})

test('the button and Enter search, 清空 clears and does not search', async () => {
  const onSearch = vi.fn()
  const onClear = vi.fn()
  await render(<Fixture count={2} onSearch={onSearch} onClear={onClear} />)
  await userEvent.click(page.getByRole('button', { name: '搜索' }))
  await userEvent.click(page.getByRole('textbox', { name: '条件 0' }))
  await userEvent.keyboard('{Enter}')
  expect(onSearch).toHaveBeenCalledTimes(2)
  await userEvent.click(page.getByRole('button', { name: '清空' }))
  expect(onClear).toHaveBeenCalledOnce()
  expect(onSearch).toHaveBeenCalledTimes(2)
})

test("'/' brings the focus to the search, but not out of another field", async () => {
  await render(<Fixture count={2} />)
  await userEvent.click(page.getByRole('textbox', { name: '条件 0' }))
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('textbox', { name: '条件 0' })).toHaveFocus()
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('searchbox', { name: '名称' })).toHaveFocus()
})
