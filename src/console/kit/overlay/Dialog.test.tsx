/** The dialog opens with the focus inside, submits once, and asks before it discards changes. */
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '#console/kit/Button.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'

const Fixture = ({ onSubmit = () => {}, busy = false }: { onSubmit?: () => void; busy?: boolean }) => {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  return (
    <KitRoot>
      <Button onPress={() => setOpen(true)}>打开</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={['新增设备', 'Add a device']}
        dirty={name !== ''}
        busy={busy}
        onSubmit={onSubmit}
      >
        <TextField label={['名称', 'Name']} value={name} onChange={setName} autoFocus />
      </Dialog>
    </KitRoot>
  )
}
const dialog = page.getByRole('dialog', { name: '新增设备' })

test('the focus goes in and comes back, and Escape closes what is clean', async () => {
  await render(<Fixture />)
  await userEvent.click(page.getByRole('button', { name: '打开' }))
  await expect.element(dialog).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: '名称' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog.elements().length).toBe(0)
  await expect.element(page.getByRole('button', { name: '打开' })).toHaveFocus()
})

test('the focus comes back to where it was when a dialog is replaced by another', async () => {
  const Rows = () => {
    const [step, setStep] = useState(0)
    const close = (): void => setStep(0)
    return (
      <KitRoot>
        <div tabIndex={-1} data-testid="row" onKeyDown={event => event.key === 'e' && setStep(1)} />
        {step === 1 && (
          <Dialog open key="loading" title={['读取', 'Loading']} onClose={close}>
            <Button onPress={() => setStep(2)}>继续</Button>
          </Dialog>
        )}
        {step === 2 && (
          <Dialog open key="form" title={['编辑', 'Edit']} onClose={close}>
            <TextField label={['备注', 'Remark']} value="" onChange={() => {}} />
          </Dialog>
        )}
      </KitRoot>
    )
  }
  await render(<Rows />)
  const row = page.getByTestId('row').element() as HTMLElement
  row.focus()
  await userEvent.keyboard('e')
  await userEvent.click(page.getByRole('button', { name: '继续' }))
  await expect.element(page.getByRole('textbox', { name: '备注' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
  await expect.poll(() => document.activeElement).toBe(row)
})

test('unsaved input is confirmed: 取 消 stays, 确 定 leaves', async () => {
  await render(<Fixture />)
  await userEvent.click(page.getByRole('button', { name: '打开' }))
  await userEvent.type(page.getByRole('textbox', { name: '名称' }), '东门')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('alertdialog', { name: '提示' })
  await expect.element(question).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '取 消' }))
  await expect.poll(() => question.elements().length).toBe(0)
  await expect.element(dialog).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: '取消' }))
  await userEvent.click(page.getByRole('button', { name: '确 定' }))
  await expect.poll(() => dialog.elements().length).toBe(0)
})

test('Enter submits; while busy nothing is sent twice and nothing closes', async () => {
  const onSubmit = vi.fn()
  const { rerender } = await render(<Fixture onSubmit={onSubmit} />)
  await userEvent.click(page.getByRole('button', { name: '打开' }))
  await userEvent.type(page.getByRole('textbox', { name: '名称' }), '东门{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
  await rerender(<Fixture onSubmit={onSubmit} busy />)
  await userEvent.click(dialog.getByRole('button', { name: '保存' }), { force: true })
  await userEvent.keyboard('{Escape}')
  expect(onSubmit).toHaveBeenCalledOnce()
  await expect.element(dialog).toBeVisible()
})

test('50 % and 30 % of the window without a cap, the whole of a phone', async () => {
  const widths: Record<string, number[]> = {}
  for (const [window, height] of [
    [2560, 1440],
    [1920, 1080],
    [1024, 768],
    [639, 900],
  ] as const) {
    await page.viewport(window, height)
    widths[window] = []
    for (const width of ['medium', 'tree', 'treeTable'] as const) {
      const { unmount } = await render(
        <KitRoot>
          <Dialog open onClose={() => {}} title={['宽', 'Wide']} width={width}>
            <p>词</p>
          </Dialog>
        </KitRoot>,
      )
      widths[window].push(Math.round(document.querySelector('.dialog')!.getBoundingClientRect().width))
      await unmount()
    }
  }
  await page.viewport(1440, 900)
  expect(widths).toEqual({
    2560: [1280, 768, 1280],
    1920: [960, 576, 960],
    1024: [512, 307, 512],
    639: [639, 639, 639],
  })
})

test('in dark, the rows of a table in a dialog have its colour and are no hole in it', async () => {
  document.documentElement.dataset.theme = 'dark'
  await render(
    <KitRoot>
      <Dialog open title={['原因', 'Causes']} onClose={() => {}}>
        <Table
          name="causes"
          label={['原因', 'Causes']}
          columns={[{ key: 'name', label: ['名称', 'Name'] }]}
          rows={[{ name: '组织不存在' }]}
          rowKey={row => row.name}
        />
      </Dialog>
    </KitRoot>,
  )
  const colourOf = (selector: string): string => getComputedStyle(document.querySelector(selector)!).backgroundColor
  await expect.poll(() => document.querySelector('.table-cell')).not.toBeNull()
  expect(colourOf('.table-row .table-cell')).toBe(colourOf('.dialog'))
})
