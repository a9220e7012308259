/** The palette opens by key, asks every provider, runs the chosen item, and does not wait for slow providers. */
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CommandPalette, usePaletteKey, type PaletteProvider } from '#console/kit/overlay/CommandPalette.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setNavigation } from '#console/kit/navigation.ts'

const Fixture = ({ providers }: { providers: readonly PaletteProvider[] }) => {
  const [open, setOpen] = useState(false)
  usePaletteKey(() => setOpen(!open))
  return (
    <KitRoot>
      <CommandPalette open={open} onOpen={setOpen} providers={providers} />
    </KitRoot>
  )
}

test('finds as one types, moves by arrows, and goes', async () => {
  const go = vi.fn()
  setNavigation(go)
  const pages = ['设备管理', '人员管理', '告警'].map(label => ({ id: label, label, href: `/${label}` }))
  const providers: readonly PaletteProvider[] = [
    { id: 'pages', label: '页面', search: text => pages.filter(one => one.label.includes(text)) },
    { id: 'slow', label: '设备', search: () => new Promise(() => {}) },
    { id: 'broken', label: '人员', search: () => Promise.reject(new Error('down')) },
  ]
  await render(<Fixture providers={providers} />)
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  await expect.poll(() => page.getByRole('option').elements().length).toBe(3)
  await userEvent.keyboard('管理')
  await expect.poll(() => page.getByRole('option').elements().length).toBe(2)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(go).toHaveBeenCalledExactlyOnceWith('/人员管理')
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
})

test('it closes without a keyboard', async () => {
  await render(<Fixture providers={[]} />)
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.click(page.getByRole('button', { name: '关闭' }))
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
})
