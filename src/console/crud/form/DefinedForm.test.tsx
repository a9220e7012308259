/** A form generated from definitions: its fields, its errors, its default values and the values it submits. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as f from '#model/field.ts'
import type { Input, Params } from '#model/row.ts'
import { DefinedForm } from '#console/crud/form/DefinedForm.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import { toast, toastItems } from '#console/kit/overlay/toast.ts'

const fields: f.Fields = {
  name: f.text(['账号', 'Account'], { required: true, pattern: 'username' }),
  phone: f.text(['手机号', 'Phone'], { pattern: 'phone' }),
  idCard: f.text(['证件号码', 'ID number'], { pattern: 'idCard' }),
  level: f.integer(['音量', 'Volume'], { min: 0, max: 10, as: 'slider' }),
  days: f.choice(['开放日', 'Days'], { a: [1, '周一', 'Mon'], b: [2, '周二', 'Tue'] }, { many: true, as: 'checkbox' }),
  enabled: f.flag(['启用', 'Enabled'], { as: 'switch' }),
  hours: f.span(['时段', 'Hours'], { of: 'clock' }),
  colour: f.colour(['颜色', 'Colour'], { required: true }),
  province: f.dictionary(['省', 'Province'], { from: '/api/area' }),
  city: f.dictionary(['市', 'City'], { from: '/api/area/{{key}}', under: 'province' }),
}
const areas: Params = {
  '/api/area': [
    { value: '44', label: '广东' },
    { value: '36', label: '江西' },
  ],
  '/api/area/44': [{ value: '4403', label: '深圳' }],
  '/api/area/36': [{ value: '3601', label: '南昌' }],
}

const put = async (props: Partial<Parameters<typeof DefinedForm>[0]> = {}) => {
  const onSubmit = vi.fn<(values: Input) => void>()
  await render(
    <KitRoot>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <DefinedForm fields={fields} onSubmit={onSubmit} {...props} />
      </QueryClientProvider>
    </KitRoot>,
  )
  return onSubmit
}
const toastTexts = (): string => [...document.querySelectorAll('.toast')].map(one => one.textContent).join(' ')
const wrong = (): (string | null)[] =>
  [...document.querySelectorAll('.field[data-invalid] .field-message')].map(one => one.textContent)

beforeEach(() => {
  setLanguage('zh')
  for (const item of toastItems()) toast.close(item.id)
  // Only the answers of the network are replaced; all code before it is real.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async input =>
    Response.json({ code: 0, msg: null, data: areas[decodeURIComponent(String(input))] ?? null }),
  )
})
afterEach(() => vi.restoreAllMocks())

test('nothing invalid is sent: each message is beside its field, in the language of the page', async () => {
  const onSubmit = await put()
  await userEvent.fill(page.getByRole('textbox', { name: '手机号' }), '123')
  await userEvent.fill(page.getByRole('textbox', { name: '证件号码' }), '110105194912310021')
  await userEvent.click(page.getByRole('button', { name: '提交' }))
  await expect.poll(wrong).toEqual(['请输入账号', '手机号格式错误', '证件号码校验位错误', '请选择颜色'])
  setLanguage('en')
  await expect.poll(wrong).toContain('Account is required')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('sample data fills the form, says so, and is accepted; clearing empties it', async () => {
  const onSubmit = await put({ sample: true })
  await userEvent.click(page.getByRole('button', { name: '模拟数据' }))
  await expect.poll(toastTexts).toContain('模拟数据填充成功')
  await userEvent.click(page.getByRole('button', { name: '提交' }))
  await expect.poll(() => onSubmit.mock.calls.length).toBe(1)
  expect(onSubmit.mock.calls[0]![0]).toMatchObject({
    enabled: true,
    days: [1],
    hours: { from: '08:30', to: '18:00' },
    colour: '#3fa1ff',
  })
  await userEvent.click(page.getByRole('button', { name: '清空' }))
  await expect.element(page.getByRole('textbox', { name: '账号' })).toHaveValue('')
})

test('the options of one field follow from another; a new choice there empties the one below', async () => {
  const onSubmit = await put({ start: { name: 'user_1', colour: '#fff' } })
  const choose = async (field: RegExp, option: string) => {
    await userEvent.click(page.getByRole('button', { name: field }).first())
    await userEvent.click(page.getByRole('option', { name: option }))
  }
  await expect.element(page.getByRole('button', { name: /市/ }).first()).toBeDisabled()
  await choose(/省/, '广东')
  await choose(/市/, '深圳')
  await choose(/省/, '江西')
  await userEvent.click(page.getByRole('button', { name: '提交' }))
  await expect.poll(() => onSubmit.mock.calls[0]?.[0]).toMatchObject({ province: '36', city: null, colour: '#ffffff' })
})

test('what has no meaning beside another value is neither shown nor sent', async () => {
  const scope = f.choice(['范围', 'Scope'], { some: [0, '指定', 'Some'], all: [1, '全部', 'All'] }, { as: 'radio' })
  const onSubmit = await put({
    fields: { scope, which: f.text(['名单', 'Which'], { notWith: { scope: [1] }, required: true }) },
    start: { scope: 0, which: '甲' },
  })
  await expect.element(page.getByRole('textbox', { name: '名单' })).toBeVisible()
  await userEvent.click(page.getByText('全部'))
  await expect.poll(() => document.querySelector('input[name=which], [role=textbox]')).toBeNull()
  expect(document.body.textContent).not.toContain('名单')
  await userEvent.click(page.getByRole('button', { name: '提交' }))
  await expect.poll(() => onSubmit.mock.calls[0]?.[0]).toEqual({ scope: 1 })
})

test('cancelling leaves at once, and asks first where something was filled in', async () => {
  const onCancel = vi.fn()
  await put({ fields: { name: f.text(['账号', 'Account']) }, onCancel })
  await userEvent.click(page.getByRole('button', { name: '取消' }))
  expect(onCancel).toHaveBeenCalledTimes(1)
  await userEvent.fill(page.getByRole('textbox', { name: '账号' }), '甲')
  await userEvent.click(page.getByRole('button', { name: '取消' }))
  await expect.poll(() => document.querySelector('.dialog')?.textContent).toContain('修改尚未保存')
  expect(onCancel).toHaveBeenCalledTimes(1)
  document.querySelector<HTMLButtonElement>('.dialog [data-variant=danger]')!.click()
  await expect.poll(() => onCancel.mock.calls.length).toBe(2)
})

test('a list is repeated for a set of days with one press', async () => {
  const from = f.clock(['起', 'From'], { required: true })
  const weekday = f.choice(['星期', 'Day'], { sat: [6, '周六', 'Sat'], sun: [7, '周日', 'Sun'] }, { required: true })
  const week = f.list(
    ['周计划', 'Week'],
    { weekday, from },
    { max: 9, repeat: { over: 'weekday', sets: [[[6, 7], '周末', 'Weekend']] } },
  )
  const onSubmit = await put({ fields: { week }, start: { week: [{ from: '09:00' }] } })
  await userEvent.click(page.getByRole('button', { name: '周末' }))
  await userEvent.click(page.getByRole('button', { name: '提交' }))
  await expect
    .poll(() => onSubmit.mock.calls[0]?.[0].week)
    .toMatchObject([
      { weekday: 6, from: '09:00' },
      { weekday: 7, from: '09:00' },
    ])
})

test('disabled, as in view, nothing can be changed and nothing be sent', async () => {
  await put({ disabled: true, start: { name: 'user_1', level: 4 } })
  await expect.poll(() => document.querySelectorAll('input').length).toBeGreaterThan(8)
  expect([...document.querySelectorAll('input')].filter(input => !input.disabled)).toEqual([])
  expect(document.querySelector('button[type="submit"]')).toBeNull()
})
