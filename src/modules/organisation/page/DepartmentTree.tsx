/** The departments beside the employees: selecting one shows its people; each can be extended, changed, moved and deleted. */
import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { RemovalDetail } from '#console/crud/act/RemovalDetail.tsx'
import { removeAtOnce } from '#console/crud/act/removing.tsx'
import type { InputOf, RowOf } from '#model/row.ts'
import { can, useMe } from '#console/data/me.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { get, put, RequestError } from '#console/data/request.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { Tree } from '#console/kit/table/Tree.tsx'
import { department } from '#modules/identity/organisation/department.noun.ts'

const RowForm = lazy(async () => (await import('#console/crud/form/RowForm.tsx')).RowForm)

const API = '/api/admin/department'
const ALL = 'all'
/** Prefix of an organisation's id, where there are several. */
const OF = 'source:'
export type Place = { departmentId?: string | undefined; sourceId?: string | undefined }

type Branch = RowOf<typeof department>
type Start = Partial<InputOf<typeof department>>

const nodeOf = (row: Branch): TreeNode => ({
  id: row.id,
  label: row.name,
  note: String(row.userCount ?? 0),
  children: (row.children ?? []).map(nodeOf),
})
const find = (rows: readonly Branch[], id: string): Branch | undefined => {
  for (const row of rows) {
    const found = row.id === id ? row : find(row.children ?? [], id)
    if (found) return found
  }
  return undefined
}

/** The tree of one organisation, or one tree for each organisation with departments. */
function nodesOf(rows: readonly Branch[], all: string): readonly TreeNode[] {
  // The platform comes first.
  const sources = [...new Map(rows.map(row => [row.sourceId, row.sourceName ?? row.sourceId]))].sort(([a], [b]) =>
    Number(BigInt(a) - BigInt(b)),
  )
  const children =
    sources.length < 2
      ? rows.map(nodeOf)
      : sources.map(([id, label]) => ({
          id: OF + id,
          label,
          fixed: true as const,
          children: rows.filter(row => row.sourceId === id).map(nodeOf),
        }))
  return [{ id: ALL, label: all, fixed: true, children }]
}

export function DepartmentTree({
  value,
  onChange,
  height = 560,
}: {
  value: Place
  onChange: (place: Place) => void
  height?: number
}) {
  const translate = useTranslate()
  const me = useMe()
  const { data, error, refetch } = useQuery({
    queryKey: [API, 'tree', {}],
    queryFn: ({ signal }) => get<readonly Branch[]>(`${API}/tree`, undefined, { signal, quiet: true }),
  })
  const [editing, setEditing] = useState<{ row?: Branch; start?: Start }>()
  const nodes = useMemo(() => nodesOf(data ?? [], translate(['全部员工', 'Everybody'])), [data, translate])
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={8} />

  const done = async (what: Promise<unknown>, message: readonly [string, string]): Promise<void> => {
    try {
      await what
      toast.ok(message)
      void invalidateRows(API)
      void invalidateRows('/api/admin/user')
    } catch (error) {
      if (!(error instanceof RequestError && error.shown)) throw error
    }
  }
  const startUnder = (parent: TreeNode | undefined): Start =>
    !parent || parent.id === ALL
      ? { sourceId: me?.sysUser.type !== undefined && me.sysUser.type <= 1 ? value.sourceId : undefined }
      : parent.id.startsWith(OF)
        ? { sourceId: parent.id.slice(OF.length) }
        : { parentId: parent.id }
  const choose = (id: string): void =>
    onChange(
      id === ALL
        ? { departmentId: undefined, sourceId: undefined }
        : id.startsWith(OF)
          ? { departmentId: undefined, sourceId: id.slice(OF.length) }
          : { departmentId: id, sourceId: undefined },
    )
  return (
    <>
      <Tree
        label={department.label}
        nodes={nodes}
        opened={[ALL, ...(nodes[0]?.children ?? []).map(node => node.id), ...data.map(row => row.id)]}
        value={value.departmentId ?? (value.sourceId ? OF + value.sourceId : ALL)}
        height={height}
        onChange={choose}
        {...(can('department:add') ? { onAdd: parent => setEditing({ start: startUnder(parent) }) } : {})}
        {...(can('department:edit')
          ? {
              onEdit: node => {
                const row = find(data, node.id)
                if (row) setEditing({ row })
              },
              onMove: (node, parent) =>
                void done(put(API, { id: node.id, parentId: !parent || parent.fixed ? '-1' : parent.id }), [
                  '部门已移动',
                  'Moved',
                ]),
            }
          : {})}
        {...(can('department:remove')
          ? {
              deleteDetail: node => <RemovalDetail api={API} rows={{ ids: [node.id] }} />,
              onDelete: node =>
                void removeAtOnce({ api: API, label: department.label }, [{ id: node.id, name: node.label }]),
            }
          : {})}
      />
      {editing && (
        <RowForm
          noun={department}
          row={editing.row}
          {...(editing.start ? { start: editing.start } : {})}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}
