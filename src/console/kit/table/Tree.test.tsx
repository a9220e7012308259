/** The tree: keys, filter, checkboxes, editing, and a thousand nodes at once. */
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { Tree } from '#console/kit/table/Tree.tsx'

const nodes: readonly TreeNode[] = [
  {
    id: 'a',
    label: '滨江壹号',
    children: [
      { id: 'a1', label: '1 栋', children: [{ id: 'a11', label: '1 单元' }] },
      { id: 'a2', label: '2 栋' },
    ],
  },
  { id: 'b', label: '云栖小学', children: [{ id: 'b1', label: '北门' }] },
]
const labels = (): (string | null)[] => [...document.querySelectorAll('.tree-label')].map(one => one.textContent)

test('arrows move, open and close, Enter chooses', async () => {
  const onChange = vi.fn()
  await render(
    <KitRoot>
      <Tree label="组织" nodes={nodes} onChange={onChange} filter={false} opened={[]} />
    </KitRoot>,
  )
  expect(labels()).toEqual(['滨江壹号', '云栖小学'])
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{Enter}')
  expect(labels()).toEqual(['滨江壹号', '1 栋', '2 栋', '云栖小学'])
  expect(onChange).toHaveBeenCalledExactlyOnceWith('a2', expect.objectContaining({ label: '2 栋' }))
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(labels()).toEqual(['滨江壹号', '云栖小学'])
})

test('the filter keeps the way to what it finds', async () => {
  await render(
    <KitRoot>
      <Tree label="组织" nodes={nodes} opened={[]} />
    </KitRoot>,
  )
  await userEvent.fill(page.getByRole('searchbox'), '单元')
  expect(labels()).toEqual(['滨江壹号', '1 栋', '1 单元'])
  await userEvent.fill(page.getByRole('searchbox'), '没有')
  await expect.element(page.getByText('没有匹配的节点')).toBeVisible()
})

test('ticking a node ticks what is below it', async () => {
  const Fixture = () => {
    const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
    return (
      <KitRoot>
        <Tree label="范围" nodes={nodes} checked={checked} onCheck={setChecked} />
        <output>{[...checked].join(' ')}</output>
      </KitRoot>
    )
  }
  await render(<Fixture />)
  await userEvent.click(page.getByText('滨江壹号'))
  expect(document.querySelector('output')?.textContent).toBe('a a1 a11 a2')
  await userEvent.click(page.getByText('2 栋'))
  expect(document.querySelector('output')?.textContent).toBe('a a1 a11')
})

test('deleting asks 是否删除改节点? with 确定 and 取消', async () => {
  const onDelete = vi.fn()
  await render(
    <KitRoot>
      <Tree label="组织" nodes={nodes} onAdd={() => {}} onEdit={() => {}} onDelete={onDelete} />
    </KitRoot>,
  )
  const remove = async (): Promise<void> => {
    await userEvent.click(page.getByText('云栖小学'), { button: 'right' })
    await userEvent.click(page.getByRole('menuitem', { name: '删除' }))
    await expect.element(page.getByText('是否删除改节点?')).toBeVisible()
  }
  await remove()
  await userEvent.click(page.getByRole('button', { name: '取消', exact: true }))
  await expect.poll(() => page.getByRole('alertdialog').elements().length).toBe(0)
  expect(onDelete).not.toHaveBeenCalled()
  await remove()
  await userEvent.click(page.getByRole('button', { name: '确定', exact: true }))
  await expect.poll(() => onDelete.mock.calls.length).toBe(1)
  expect(onDelete).toHaveBeenCalledWith(expect.objectContaining({ id: 'b' }))
})

test('of 1,122 open nodes only those near the eye are drawn', async () => {
  const many: readonly TreeNode[] = Array.from({ length: 2 }, (_, at) => ({
    id: `${at}`,
    label: `${at}`,
    children: Array.from({ length: 560 }, (__, nth) => ({ id: `${at}.${nth}`, label: `${nth}` })),
  }))
  await render(
    <KitRoot>
      <Tree label="组织" nodes={many} />
    </KitRoot>,
  )
  expect(document.querySelectorAll('.tree-row').length).toBeLessThan(80)
  const box = document.querySelector('.tree-scroll') as HTMLElement
  expect(box.scrollHeight).toBeGreaterThan(1122 * 32)
  box.scrollTop = 600 * 32
  await expect.poll(() => document.querySelector('[data-node="1.40"]')).toBeTruthy()
})
