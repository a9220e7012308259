/** 广告管理: adverts, as they will look, and where they were seen. */
import { PREVIEW } from '#base/dialogTexts.ts'
import { useMemo, useState } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { can } from '#console/data/me.ts'
import type { RowOf } from '#model/row.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import type { advert } from './advert.noun.ts'

const AdvertDrawer = lazy(async () => (await import('./page/AdvertDrawer.tsx')).AdvertDrawer)
const AdvertPreview = lazy(async () => (await import('./page/AdvertPreview.tsx')).AdvertPreview)

export default function AdvertisingManagePage(props: PageProps) {
  const { noun } = props
  const [previewed, setPreviewed] = useState<RowOf<typeof advert>>()
  const pieces = useMemo(
    (): LensPieces<typeof advert> => ({
      columns: { phase: { priority: 2 }, views: { priority: 2 } },
      acts: row => [{ id: 'preview', label: PREVIEW, onPress: () => setPreviewed(row) }],
      ...(noun && can('advert:seen') ? { drawer: row => <AdvertDrawer noun={noun} row={row} /> } : {}),
    }),
    [noun],
  )
  return (
    <>
      <LensPage {...props} pieces={pieces} />
      {previewed && <AdvertPreview row={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  )
}
