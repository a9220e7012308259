/** Records of passing: the list of its lens; each opens its story, and new ones come by themselves. */
import { useMemo } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { navigate } from '#console/kit/navigation.ts'
import type { passRecord } from '../passRecord.noun.ts'
import { MOVED_COLUMNS, RECORD_COLUMNS } from './recordColumns.tsx'

export const Records = (props: PageProps) => {
  const { appId, deviceClass } = props
  // What only moves for passages of others shows those.
  const moved = deviceClass !== undefined && deviceClass.figures !== 'passages'
  const pieces = useMemo(
    (): LensPieces<typeof passRecord> => ({
      columns: moved ? MOVED_COLUMNS : RECORD_COLUMNS,
      onOpen: row => navigate(`/why/passage/${row.id}/${appId}`),
      // What moved for others' passages has no rows of its own to export.
      ...(moved ? { buttons: { export: false }, followsAll: true as const } : {}),
    }),
    [moved, appId],
  )
  return <LensPage {...props} pieces={pieces} />
}
