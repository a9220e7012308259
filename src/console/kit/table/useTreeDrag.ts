/** Dragging a node of a tree below another one, or to the root, which is the area without nodes. */
import { useRef, useState, type DragEvent } from 'react'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'

type Move = (node: TreeNode, parent: TreeNode | undefined) => void
const root = ''

const holds = (node: TreeNode, id: string): boolean =>
  node.id === id || (node.children ?? []).some(child => holds(child, id))

export const useTreeDrag = (onMove: Move | undefined) => {
  const dragged = useRef<TreeNode>(undefined)
  const [over, setOver] = useState<string>()
  if (!onMove) return { row: () => ({}), root: {} }
  const fits = (target: TreeNode | undefined): boolean =>
    dragged.current !== undefined && !(target && holds(dragged.current, target.id))
  const on = (target: TreeNode | undefined) => ({
    onDragOver: (event: DragEvent): void => {
      if (!fits(target)) return
      event.preventDefault()
      event.stopPropagation()
      setOver(target?.id ?? root)
    },
    onDragLeave: (): void => setOver(undefined),
    onDrop: (event: DragEvent): void => {
      event.preventDefault()
      event.stopPropagation()
      setOver(undefined)
      if (dragged.current && fits(target)) onMove(dragged.current, target)
      dragged.current = undefined
    },
  })
  return {
    row: (node: TreeNode) => ({
      draggable: !node.disabled && !node.fixed,
      'data-over': over === node.id || undefined,
      onDragStart: (event: DragEvent): void => {
        dragged.current = node
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', node.label)
      },
      onDragEnd: (): void => {
        dragged.current = undefined
        setOver(undefined)
      },
      ...on(node),
    }),
    root: { 'data-over': over === root || undefined, ...on(undefined) },
  }
}
