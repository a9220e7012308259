/** A tree to browse, select from and edit: a filter above it; add, edit and delete at each node. */
import { DELETE, EDIT } from '#base/listTexts.ts'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { Plus } from 'lucide-react'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { confirmNode } from '#console/kit/table/confirmNode.ts'
import { searchable, tree as defaults } from '#console/kit/defaults.ts'
import { flattenTree, type TreeNode, type TreeRow } from '#console/kit/table/flattenTree.ts'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { treeKey, type TreeKeys } from '#console/kit/table/treeKey.ts'
import { TreeLine } from '#console/kit/table/TreeLine.tsx'
import { useTreeDrag } from '#console/kit/table/useTreeDrag.ts'
import { useWindowing } from '#console/kit/table/useWindowing.ts'
import './Tree.css'

const TreeMenu = lazy(async () => (await import('#console/kit/overlay/Menu.tsx')).MenuList)

export type TreeAct = { id: string; label: Words; danger?: boolean; onPress: () => void }
export type TreeProps = {
  label: Words
  nodes: readonly TreeNode[]
  value?: string | undefined
  onChange?: (id: string, node: TreeNode) => void
  /** The ids of the ticked nodes; with it nodes have checkboxes. Ticking a node ticks its descendants too, but never its ancestors. */
  checked?: ReadonlySet<string>
  onCheck?: (checked: ReadonlySet<string>) => void
  /** Without a parent the node is added at the root. */
  onAdd?: (parent: TreeNode | undefined) => void
  onEdit?: (node: TreeNode) => void
  /** Called after the question 是否删除改节点? was confirmed. */
  onDelete?: (node: TreeNode) => void
  /** The consequences, shown below that question. */
  deleteDetail?: (node: TreeNode) => ReactNode
  /** More acts at each node, after those above. */
  acts?: (node: TreeNode) => readonly TreeAct[]
  /** Called when a node was dragged below another, or to the root (`undefined`). A node cannot be dropped below itself. */
  onMove?: (node: TreeNode, parent: TreeNode | undefined) => void
  filter?: boolean
  opened?: readonly string[]
  /** In px; default 380. */
  height?: number
}

const rowPx = 32

/** The ids of the node and its descendants. */
const familyOf = (node: TreeNode): readonly string[] => [node.id, ...(node.children ?? []).flatMap(familyOf)]

/** Ticks the node and its descendants, or unticks them all. */
const toggled = (checked: ReadonlySet<string> | undefined, node: TreeNode): ReadonlySet<string> => {
  const next = new Set(checked)
  const on = !next.has(node.id)
  for (const id of familyOf(node))
    if (on) next.add(id)
    else next.delete(id)
  return next
}

/** Scrolls to a line and focuses it. */
const focusLine = (box: HTMLElement, at: number, id: string): void => {
  const top = at * rowPx
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + rowPx > box.scrollTop + box.clientHeight) box.scrollTop = top + rowPx - box.clientHeight
  const find = (): HTMLElement | null => box.querySelector(`[data-node="${CSS.escape(id)}"]`)
  const element = find()
  // Windowing may not have rendered the row yet; then it is focused a frame later.
  if (element) element.focus()
  else requestAnimationFrame(() => find()?.focus())
}

const NO_MATCH: Words = ['没有匹配的节点', 'No match']
const NO_NODES: Words = ['暂无数据', 'Nothing here yet']

export const Tree = ({
  label,
  nodes,
  value,
  onChange,
  checked,
  onCheck,
  onAdd,
  onEdit,
  onDelete,
  deleteDetail,
  acts,
  onMove,
  filter = searchable.includes('tree'),
  opened: initially,
  height = defaults.scrollHeightPx,
}: TreeProps) => {
  const translate = useTranslate()
  const scroll = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(initially ?? nodes.map(node => node.id)))
  const [focusId, setFocusId] = useState<string>()
  const [menu, setMenu] = useState<TreeNode>()
  const anchor = useRef<Element>(null)
  const rows = useMemo(() => flattenTree(nodes, opened, search.trim().toLowerCase()), [nodes, opened, search])
  const { from, to, beforePx, afterPx } = useWindowing(scroll, rows.length, rowPx)
  const tended = Boolean(onAdd ?? onEdit ?? onDelete ?? acts)
  const stop = rows.some(row => row.node.id === focusId)
    ? focusId
    : rows.some(row => row.node.id === value)
      ? value
      : rows[0]?.node.id

  const drag = useTreeDrag(onMove)
  const setOpen = (id: string, open: boolean): void =>
    setOpened(old => {
      const next = new Set(old)
      if (open) next.add(id)
      else next.delete(id)
      return next
    })
  const choose = (node: TreeNode): void => {
    if (!node.disabled) onChange?.(node.id, node)
  }
  const check = (node: TreeNode): void => {
    if (onCheck && !node.disabled) onCheck(toggled(checked, node))
  }
  const openMenu = (node: TreeNode, element: Element): void => {
    anchor.current = element
    setMenu(node)
  }
  const remove = async (node: TreeNode): Promise<void> => {
    if (await confirmNode(node.label, deleteDetail?.(node))) onDelete?.(node)
  }

  const focus = (at: number): void => {
    const id = rows[at]?.node.id
    if (id === undefined || !scroll.current) return
    setFocusId(id)
    focusLine(scroll.current, at, id)
  }
  const press = (node: TreeNode): void => (onCheck ? check(node) : choose(node))
  const moves = (row: TreeRow): TreeKeys => {
    const at = rows.indexOf(row)
    return {
      focus,
      at,
      last: rows.length - 1,
      parentAt: () => rows.findIndex(one => one.node.id === row.parentId),
      setOpen: open => setOpen(row.node.id, open),
      press: () => press(row.node),
      menu: tended ? element => openMenu(row.node, element) : undefined,
      edit: row.node.fixed ? undefined : () => onEdit?.(row.node),
      remove: onDelete && !row.node.fixed ? () => void remove(row.node) : undefined,
    }
  }

  const items = (node: TreeNode) => [
    ...(onAdd ? [{ id: 'add', label: ['新增子节点', 'Add child node'] as const, onPress: () => onAdd(node) }] : []),
    ...(onEdit && !node.fixed ? [{ id: 'edit', label: EDIT, end: 'F2', onPress: () => onEdit(node) }] : []),
    ...(onDelete && !node.fixed
      ? [{ id: 'delete', label: DELETE, danger: true, onPress: () => void remove(node) }]
      : []),
    ...(node.fixed ? [] : (acts?.(node) ?? [])),
  ]

  return (
    <div className="tree">
      {(filter || onAdd) && (
        <div className="tree-tools">
          {filter && (
            <SearchField label={['输入关键字进行过滤', 'Filter']} value={search} onChange={setSearch} shortcut={null} />
          )}
          {onAdd && (
            <IconButton
              icon={Plus}
              variant="secondary"
              label={['新增根节点', 'Add root node']}
              onPress={() => onAdd(undefined)}
            />
          )}
        </div>
      )}
      <div className="tree-scroll" ref={scroll} style={{ maxHeight: height }} {...drag.root}>
        <div
          role="tree"
          aria-label={translate(label)}
          aria-multiselectable={onCheck ? true : undefined}
          style={{ paddingTop: beforePx, paddingBottom: afterPx }}
        >
          {rows.slice(from, to).map(row => {
            const { node } = row
            const chosen = onCheck ? (checked?.has(node.id) ?? false) : node.id === value
            return (
              <TreeLine
                key={node.id}
                row={row}
                chosen={chosen}
                checks={onCheck !== undefined}
                stop={node.id === stop}
                drag={drag.row(node)}
                onFocus={() => setFocusId(node.id)}
                onKey={event => treeKey(event, row, moves(row))}
                onPress={() => press(node)}
                onOpen={open => setOpen(node.id, open)}
                onMenu={tended ? element => openMenu(node, element) : undefined}
              />
            )
          })}
        </div>
        {rows.length === 0 && <p className="tree-none">{translate(search ? NO_MATCH : NO_NODES)}</p>}
      </div>
      {menu && (
        <TreeMenu
          label={menu.label}
          anchor={anchor}
          open
          onOpen={open => {
            if (!open) setMenu(undefined)
          }}
          items={items(menu)}
        />
      )}
    </div>
  )
}
