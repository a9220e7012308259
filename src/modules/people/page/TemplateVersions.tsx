/** The versions of a template; each can become the draft again. */
import { loadErrorOf } from '#console/crud/list/listState.ts'
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { showInstant } from '#base/time.ts'
import { get } from '#console/data/request.ts'
import type { RowAct } from '#console/kit/table/column.ts'
import { Table } from '#console/kit/table/Table.tsx'
import { TEMPLATES, type Version } from './templateRow.ts'

const rowKey = (row: Version): string => String(row.version)

export const TemplateVersions = ({ id, onRestore }: { id: string; onRestore: (version: Version) => void }) => {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [TEMPLATES, 'versions', id],
    queryFn: ({ signal }) => get<readonly Version[]>(`${TEMPLATES}/${id}/versions`, undefined, { signal, quiet: true }),
  })
  const columns = useMemo(
    () => [
      { key: 'version', label: ['版本', 'Version'] as const, width: 96, render: (row: Version) => `v${row.version}` },
      {
        key: 'fields',
        label: ['字段', 'Fields'] as const,
        render: (row: Version) => row.fields.map(one => one.label).join('、'),
      },
      { key: 'by', label: ['发布人', 'By'] as const, width: 140, render: (row: Version) => row.publishedBy },
      {
        key: 'at',
        label: ['发布时间', 'Published'] as const,
        width: 180,
        render: (row: Version) => showInstant(row.publishedAt),
      },
    ],
    [],
  )
  const acts = useMemo(
    () =>
      (row: Version): readonly RowAct[] => [
        { id: 'restore', label: ['恢复为草稿', 'Make it the draft'], onPress: () => onRestore(row) },
      ],
    [onRestore],
  )
  return (
    <Table
      name="templateVersions"
      label={['历史版本', 'Versions']}
      columns={columns}
      rows={data ?? []}
      rowKey={rowKey}
      loading={isPending}
      error={data ? undefined : loadErrorOf(error)}
      onRefresh={() => void refetch()}
      empty={['还没有发布过', 'It was never published']}
      operations={acts}
      operationsWidth={140}
      shortcuts={false}
    />
  )
}
