/** The permissions of a role: the tree of menus and their buttons, each with a checkbox. */
import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { RowOf } from '#model/row.ts'
import type { Act } from '#console/crud/act/actsOf.ts'
import { get, RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { Tree } from '#console/kit/table/Tree.tsx'
import type { role } from '../role/role.noun.ts'

interface Node {
  id: string
  label: string
  type: string
  path: string | null
  permission: string | null
  children: readonly Node[]
}

const nodesOf = (menus: readonly Node[]): readonly TreeNode[] =>
  menus.map((menu): TreeNode => {
    const note = menu.permission ?? menu.path
    return { id: menu.id, label: menu.label, ...(note ? { note } : {}), children: nodesOf(menu.children) }
  })
const idsOf = (menus: readonly Node[]): readonly string[] => menus.flatMap(menu => [menu.id, ...idsOf(menu.children)])

export const GrantDialog = ({ act, onClose }: { act: Act<RowOf<typeof role>>; onClose: () => void }) => {
  const translate = useTranslate()
  const roleId = act.row?.id ?? ''
  const menus = useQuery({
    queryKey: ['/api/admin/menu', 'assignable'],
    queryFn: ({ signal }) => get<readonly Node[]>('/api/admin/menu/getUserTree', undefined, { signal }),
  })
  const held = useQuery({
    queryKey: ['/api/admin/menu', 'ofRole', roleId],
    queryFn: ({ signal }) => get<readonly string[]>(`/api/admin/menu/tree/${roleId}`, undefined, { signal }),
    gcTime: 0,
    staleTime: Infinity,
  })
  const [changed, setChanged] = useState<ReadonlySet<string>>()
  const [busy, setBusy] = useState(false)
  const all = useMemo(() => idsOf(menus.data ?? []), [menus.data])
  const nodes = useMemo(() => nodesOf(menus.data ?? []), [menus.data])
  const first = useMemo(() => new Set(held.data), [held.data])
  const checked = changed ?? first
  const ready = menus.data !== undefined && held.data !== undefined
  const count = all.filter(id => checked.has(id)).length
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      // Permissions of the role beyond the user's own are left unchanged.
      await act.run({ menuIds: [...checked] })
      toast.ok(['授权成功', 'Granted'])
      onClose()
    } catch (error) {
      if (!(error instanceof RequestError && error.shown))
        toast.error(error instanceof RequestError ? error.message || undefined : undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={act.label}
      {...(act.subject ? { note: act.subject } : {})}
      onSubmit={() => void save()}
      submitDisabled={!ready}
      busy={busy}
      dirty={changed !== undefined}
      footStart={
        ready && (
          <>
            <span>{translate([`已选 ${count} / ${all.length}`, `${count} of ${all.length}`])}</span>
            <Button variant="quiet" size="small" onPress={() => setChanged(new Set(count === all.length ? [] : all))}>
              {translate(count === all.length ? ['全不选', 'None'] : ['全选', 'All'])}
            </Button>
          </>
        )
      }
    >
      {menus.isError || held.isError ? (
        <ErrorState
          onRetry={() => {
            void menus.refetch()
            void held.refetch()
          }}
        />
      ) : ready ? (
        <Tree label={['菜单', 'Menus']} nodes={nodes} checked={checked} onCheck={setChanged} height={420} />
      ) : (
        <Skeleton lines={10} />
      )}
    </Dialog>
  )
}
