/** The tree of locations of a site: each with its devices; added, renamed, moved, merged, given a floor plan and removed here. */
import { useCallback, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Input, RowOf } from '#model/row.ts'
import { RemovalDetail } from '#console/crud/act/RemovalDetail.tsx'
import { removeAtOnce } from '#console/crud/act/removing.tsx'
import { useActs } from '#console/crud/act/useActs.ts'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { allows } from '#console/crud/row/rowPermissions.ts'
import { can } from '#console/data/me.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { get, put, RequestError } from '#console/data/request.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { Tree } from '#console/kit/table/Tree.tsx'
import { location, locationLens } from '../location.noun.ts'
import type { site } from '../site.noun.ts'

const RowForm = lazy(async () => (await import('#console/crud/form/RowForm.tsx')).RowForm)
const ActDialog = lazy(async () => (await import('#console/crud/act/ActDialog.tsx')).ActDialog)

type Branch = RowOf<typeof location>

const idsOf = (rows: readonly Branch[]): readonly string[] =>
  rows.flatMap(row => [row.id, ...idsOf((row.children ?? []) as readonly Branch[])])
const indexed = (rows: readonly Branch[], into = new Map<string, Branch>()): ReadonlyMap<string, Branch> => {
  for (const row of rows) {
    into.set(row.id, row)
    indexed((row.children ?? []) as readonly Branch[], into)
  }
  return into
}

interface SiteLocationsProps {
  appId: string | undefined
  site: RowOf<typeof site> | undefined
}
export const SiteLocations = ({ appId, site: of }: SiteLocationsProps) => {
  const title = ['楼栋与位置', 'Locations'] as const
  if (!can('location:list')) return null
  if (!of)
    return (
      <Card title={title}>
        <Empty title={['保存后可添加楼栋、楼层和车位', 'Buildings, floors and spaces can be added once it is saved']} />
      </Card>
    )
  return (
    <Card
      title={title}
      {...(of.deviceCount ? { note: [`设备 ${of.deviceCount} 台`, `${of.deviceCount} devices`] as const } : {})}
    >
      <Locations appId={appId} siteId={of.id} />
    </Card>
  )
}

const Locations = ({ appId, siteId }: { appId: string | undefined; siteId: string }) => {
  const translate = useTranslate()
  const query = { appId, siteId }
  const { data, error, refetch } = useQuery({
    queryKey: [location.api, 'tree', query],
    queryFn: ({ signal }) => get<readonly Branch[]>(`${location.api}/tree`, query, { signal, quiet: true }),
  })
  const [editing, setEditing] = useState<{ row?: Branch; start?: Input }>()
  const renew = useCallback((): void => void invalidateRows(location.api), [])
  const acts = useActs(location, locationLens, can, renew)
  const rows = useMemo(() => indexed(data ?? []), [data])
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={8} />
  const nodeOf = (row: Branch): TreeNode => ({
    ...{ id: row.id, label: row.name ?? '' },
    ...(row.deviceCount ? { note: translate([`${row.deviceCount} 台`, String(row.deviceCount)]) } : {}),
    children: ((row.children ?? []) as readonly Branch[]).map(nodeOf),
  })
  const edit = (id: string): void => {
    const row = rows.get(id)
    if (row && allows(location, row, 'edit')) setEditing({ row })
  }
  const move = async (id: string, parentId: string): Promise<void> => {
    try {
      await put(location.api, { id, parentId })
      toast.ok(['位置已移动', 'Moved'])
    } catch (refused) {
      if (!(refused instanceof RequestError && refused.shown)) throw refused
    }
    renew()
  }
  return (
    <>
      <Tree
        label={location.label}
        nodes={data.map(nodeOf)}
        opened={data.length > 20 ? [] : idsOf(data)}
        height={560}
        {...(can('location:add')
          ? { onAdd: parent => setEditing({ start: { siteId, ...(parent ? { parentId: parent.id } : {}) } }) }
          : {})}
        {...(can('location:edit')
          ? {
              onChange: edit,
              onEdit: ({ id }) => edit(id),
              onMove: (node, parent) => void move(node.id, parent?.id ?? '-1'),
            }
          : {})}
        {...(can('location:remove')
          ? {
              deleteDetail: ({ id }) => <RemovalDetail api={location.api} rows={{ ids: [id] }} />,
              onDelete: ({ id, label }) => void removeAtOnce(location, [{ id, name: label }]),
            }
          : {})}
        acts={({ id }) =>
          acts
            .rowActs(rows.get(id)!)
            .map(act => ({
              ...{ id: act.name, label: act.label, danger: act.danger ?? false },
              onPress: () => void acts.begin(act),
            }))
        }
      />
      {editing && (
        <RowForm
          key={editing.row?.id ?? String(editing.start?.parentId ?? 'new')}
          noun={location}
          lens={locationLens}
          row={editing.row}
          {...(editing.start ? { start: editing.start } : {})}
          onClose={() => setEditing(undefined)}
        />
      )}
      {acts.asking && (
        <ActDialog key={`${acts.asking.name} ${acts.asking.row?.id}`} act={acts.asking} onClose={acts.close} />
      )}
    </>
  )
}
