/** APK 管理: packages for Android terminals, from the upload to the last terminal that has installed them. */
import { DOWNLOAD } from '#base/dialogTexts.ts'
import { useMemo, useState } from 'react'
import { Upload } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import type { RowOf } from '#model/row.ts'
import { can } from '#console/data/me.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { sizeWords } from './page/apkWords.ts'
import type { apk } from './apk.noun.ts'

const ApkDialog = lazy(async () => (await import('./page/ApkDialog.tsx')).ApkDialog)
const ApkDrawer = lazy(async () => (await import('./page/ApkDrawer.tsx')).ApkDrawer)
const ApkLink = lazy(async () => (await import('./page/ApkLink.tsx')).ApkLink)

export default function ApkManagePage(props: PageProps) {
  const translate = useTranslate()
  const { noun } = props
  const [adding, setAdding] = useState(false)
  const [linking, setLinking] = useState<RowOf<typeof apk>>()
  const pieces = useMemo(
    (): LensPieces<typeof apk> => ({
      columns: {
        versionName: { width: 96 },
        versionCode: { width: 108 },
        size: { width: 88, render: row => sizeWords(row.size) },
        installed: { priority: 2 },
        targets: { priority: 2 },
      },
      actions: can('apk:add') && (
        <Button variant="primary" icon={Upload} onPress={() => setAdding(true)}>
          {translate(['上传 APK', 'Upload an APK'])}
        </Button>
      ),
      acts: row =>
        can('apk:link') && row.state !== 3 ? [{ id: 'link', label: DOWNLOAD, onPress: () => setLinking(row) }] : [],
      ...(noun && can('apk:installs') ? { drawer: row => <ApkDrawer noun={noun} row={row} /> } : {}),
    }),
    [noun, translate],
  )
  return (
    <>
      <LensPage {...props} pieces={pieces} />

      {adding && noun && <ApkDialog noun={noun} onClose={() => setAdding(false)} />}
      {linking && noun && <ApkLink api={noun.api} row={linking} onClose={() => setLinking(undefined)} />}
    </>
  )
}
