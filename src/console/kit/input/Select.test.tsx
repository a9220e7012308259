/** Select, MultiSelect and ComboBox: choosing, clearing, limits, and asking the server. */
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ComboBox } from '#console/kit/input/ComboBox.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { MultiSelect } from '#console/kit/input/MultiSelect.tsx'
import type { Option } from '#console/kit/input/Options.tsx'
import { Select } from '#console/kit/input/Select.tsx'

const sites: readonly Option[] = Array.from({ length: 12 }, (_, at) => ({
  id: `s${at}`,
  label: [`站点 ${at}`, `Site ${at}`],
  disabled: at === 2,
}))

const One = () => {
  const [value, setValue] = useState<string>()
  return (
    <KitRoot>
      <Select label={['站点', 'Site']} options={sites} value={value} onChange={setValue} clearable />
      <output>{value ?? 'none'}</output>
    </KitRoot>
  )
}
const Many = ({ limit }: { limit?: number }) => {
  const [value, setValue] = useState<readonly string[]>(['s0'])
  return (
    <KitRoot>
      <MultiSelect label={['站点', 'Site']} options={sites} value={value} onChange={setValue} limit={limit} />
      <output>{value.join(' ')}</output>
    </KitRoot>
  )
}
const output = (): string => document.querySelector('output')?.textContent ?? ''

test('says 请选择 and its label, is chosen from, and is cleared', async () => {
  await render(<One />)
  const button = page.getByRole('button', { name: /站点/ }).first()
  await expect.element(button).toHaveTextContent('请选择站点')
  await userEvent.click(button)
  await userEvent.click(page.getByRole('option', { name: '站点 3' }))
  expect(output()).toBe('s3')
  await userEvent.click(page.getByRole('button', { name: '清空' }))
  expect(output()).toBe('none')
})

test('with nothing to choose from it opens and says so', async () => {
  await render(
    <KitRoot>
      <Select label="甲" options={[]} value={undefined} onChange={() => {}} />
      <MultiSelect label="乙" options={[]} value={[]} onChange={() => {}} />
    </KitRoot>,
  )
  for (const name of [/甲/, /乙/]) {
    await userEvent.click(page.getByRole('button', { name }).first())
    await expect.element(page.getByText('没有匹配的选项')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText('没有匹配的选项')).not.toBeInTheDocument()
  }
})

test('works by keys alone and passes over what is disabled', async () => {
  await render(<One />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('listbox')).toBeVisible()
  await userEvent.keyboard('{Home}{ArrowDown}{ArrowDown}{Enter}')
  expect(output()).toBe('s3')
})

test('several are chosen, found by typing, counted, and cleared', async () => {
  await render(<Many />)
  await userEvent.click(page.getByRole('button', { name: /站点/ }).first())
  await userEvent.click(page.getByRole('option', { name: '站点 4' }))
  expect(output()).toBe('s0 s4')
  await userEvent.type(page.getByRole('searchbox'), '11')
  expect(
    page
      .getByRole('option')
      .elements()
      .map(option => option.textContent),
  ).toEqual(['站点 0', '站点 4', '站点 11'])
  await userEvent.click(page.getByRole('option', { name: '站点 11' }))
  expect(output()).toBe('s0 s4 s11')
  await userEvent.click(page.getByRole('button', { name: '清空' }))
  expect(output()).toBe('')
})

test('the limit is enforced and named', async () => {
  await render(<Many limit={2} />)
  await userEvent.click(page.getByRole('button', { name: /站点/ }).first())
  await userEvent.click(page.getByRole('option', { name: '站点 4' }))
  await userEvent.click(page.getByRole('option', { name: '站点 5' }))
  expect(output()).toBe('s0 s4')
  await expect.poll(() => document.querySelector('.toast')?.textContent).toContain('最多选择 2 项')
})

test('the combo box asks after a pause, drops what is outdated, and keeps the choice', async () => {
  const load = vi.fn(async (text: string): Promise<readonly Option[]> =>
    ['陈思远', '周屿'].filter(name => name.includes(text)).map(name => ({ id: name, label: name })),
  )
  const Person = () => {
    const [value, setValue] = useState<Option>()
    return (
      <KitRoot>
        <ComboBox label={['人员', 'Person']} value={value} onChange={setValue} load={load} />
        <output>{value?.id ?? 'none'}</output>
      </KitRoot>
    )
  }
  await render(<Person />)
  const box = page.getByRole('combobox', { name: '人员' })
  await userEvent.click(box)
  await expect.element(page.getByRole('option', { name: '陈思远' })).toBeVisible()
  await userEvent.fill(box, '周')
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1)
  await userEvent.click(page.getByRole('option', { name: '周屿' }))
  expect(output()).toBe('周屿')
  await expect.element(box).toHaveValue('周屿')
  await userEvent.clear(box)
  expect(output()).toBe('none')
})
