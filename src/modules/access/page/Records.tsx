/** Passage records: the list of its lens; each opens its story, and new ones appear by themselves. */
import { useMemo } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { navigate } from '#console/kit/navigation.ts'
import type { passRecord } from '../passRecord.noun.ts'
import { MOVED_COLUMNS, RECORD_COLUMNS } from './recordColumns.tsx'

export const Records = (props: PageProps) => {
  const { appId, deviceClass } = props
  // A class that only moves when others let people pass shows the passages of those devices.
  const moved = deviceClass !== undefined && deviceClass.figures !== 'passages'
  const pieces = useMemo(
    (): LensPieces<typeof passRecord> => ({
      columns: moved ? MOVED_COLUMNS : RECORD_COLUMNS,
      onOpen: row => navigate(`/why/passage/${row.id}/${appId}`),
      // These passages belong to other devices, so they are not exported here.
      ...(moved ? { buttons: { export: false }, followsAll: true as const } : {}),
    }),
    [moved, appId],
  )
  return <LensPage {...props} pieces={pieces} />
}
