/** A number counts while it is typed, as it is typed; what is not possible is made so on leaving. */
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { NumberField, type NumberFieldProps } from './NumberField.tsx'

const Held = ({ onChange, ...props }: Partial<NumberFieldProps>) => {
  const [value, setValue] = useState(props.value)
  const change = (next: number | undefined): void => {
    setValue(next)
    onChange?.(next)
  }
  return <NumberField label={['开度', 'Open by']} {...props} value={value} onChange={change} />
}
const put = async (props: Partial<NumberFieldProps>) => {
  const onChange = vi.fn<(value: number | undefined) => void>()
  await render(
    <KitRoot>
      <Held {...props} onChange={onChange} />
      <button type="button">外面</button>
    </KitRoot>,
  )
  const input = page.getByRole('textbox', { name: '开度' })
  await input.click()
  return { onChange, input, leave: () => page.getByRole('button', { name: '外面' }).click() }
}

test('it counts before the field is left, and so does that it was emptied', async () => {
  const { onChange, input } = await put({ min: 10, max: 90 })
  await userEvent.keyboard('4')
  expect(onChange).not.toHaveBeenCalled()
  await userEvent.keyboard('5')
  expect(onChange.mock.calls).toEqual([[45]])
  await userEvent.clear(input)
  expect(onChange.mock.lastCall).toEqual([undefined])
})
test('a point and thousands stay as they are typed, and are written out on leaving', async () => {
  const { onChange, input, leave } = await put({ decimals: 1, step: 0.5 })
  await userEvent.keyboard('1234.5')
  await expect.element(input).toHaveValue('1234.5')
  expect(onChange.mock.lastCall).toEqual([1234.5])
  await leave()
  await expect.element(input).toHaveValue('1,234.5')
  expect(onChange.mock.lastCall).toEqual([1234.5])
})
test('beyond its bounds it becomes the nearest that is possible on leaving', async () => {
  const { onChange, input, leave } = await put({ min: 10, max: 90 })
  await userEvent.keyboard('455')
  expect(onChange.mock.lastCall).toEqual([45])
  await leave()
  await expect.element(input).toHaveValue('90')
  expect(onChange.mock.lastCall).toEqual([90])
})
