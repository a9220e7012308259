/** The drawer of one row beside its list: all its fields, buttons to the neighbouring rows, and its actions. */
import { ROW_GONE } from '#base/listTexts.ts'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { MORE_ACTIONS } from '#base/texts.ts'
import type { Noun } from '#model/noun.ts'
import { RowDetails } from '#console/crud/row/RowDetails.tsx'
import { allNames } from '#console/crud/lensFields.ts'
import { calledOf } from '#console/crud/calledOf.ts'
import type { LensPieces } from '#console/crud/list/LensPage.tsx'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { actsInDrawer, RowFoot } from '#console/crud/row/RowFoot.tsx'
import type { Row } from '#model/row.ts'
import type { Acts } from '#console/crud/act/useActs.ts'
import { can } from '#console/data/me.ts'
import { registry } from '#console/data/registry.ts'
import { get, RequestError } from '#console/data/request.ts'
import { Drawer } from '#console/kit/overlay/Drawer.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { MenuButton } from '#console/kit/overlay/MenuButton.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'

export type RowDrawerProps = {
  noun: Noun
  id: string | undefined
  rows: readonly Row[]
  pieces: LensPieces
  acts: Acts
  onRow: (id: string | undefined) => void
  onEdit: (row: Row) => void
}

type Neighbours = { onPrevious: (() => void) | undefined; onNext: (() => void) | undefined }

export default function RowDrawer({
  noun,
  id,
  rows,
  pieces,
  acts,
  onRow,
  onEdit,
  onPrevious,
  onNext,
}: RowDrawerProps & Neighbours) {
  const translate = useTranslate()
  const views = can(`${noun.key}:view`)
  const listed = rows.find(row => row.id === id)
  const { data, error, refetch } = useQuery({
    queryKey: [noun.api, 'view', id],
    queryFn: async ({ signal }) => {
      const found = await get<Row>(`${noun.api}/${id}`, undefined, { signal, quiet: true })
      await Promise.all([registry().prepareRows(noun.key, [found]), registry().forDialogs(noun.key)])
      return found
    },
    enabled: id !== undefined && views,
  })
  if (id === undefined) return null
  const row = data && data.id === id ? { ...listed, ...data } : listed
  const { foot, menu } = row ? actsInDrawer(acts, row, pieces.acts?.(row) ?? []) : { foot: [], menu: [] }
  return (
    <Drawer
      open
      onClose={() => onRow(undefined)}
      title={row?.[noun.name] ? calledOf(noun, row) : noun.label}
      note={row?.[noun.name] ? translate(noun.label) : undefined}
      onPrevious={onPrevious}
      onNext={onNext}
      actions={
        menu.length > 0 && (
          <MenuButton
            icon={Ellipsis}
            size="small"
            label={MORE_ACTIONS}
            items={menu.map(({ id, label, danger = false, onPress }) => ({ id, label, danger, onPress }))}
            placement="bottom end"
          />
        )
      }
      foot={
        row &&
        (foot.length > 0 || acts.mayOn(row, 'edit') || acts.mayOn(row, 'remove')) && (
          <RowFoot acts={acts} row={row} foot={foot} onEdit={onEdit} />
        )
      }
    >
      {row ? (
        (pieces.drawer?.(row) ?? <RowDetails noun={noun} row={row} names={allNames(noun)} columns={pieces.columns} />)
      ) : !views || (error instanceof RequestError && error.status === 404) ? (
        <Empty title={ROW_GONE} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Drawer>
  )
}
