/** A link to a package, valid for a day: to scan with a terminal, to copy, or to save the file. */
import { useEffect, useState } from 'react'
import { Download } from 'lucide-react'
import { DOWNLOAD } from '#base/dialogTexts.ts'
import { showInstant } from '#base/time.ts'
import { QrCode } from '#console/kit/figure/QrCode.tsx'
import type { RowOf } from '#model/row.ts'
import { post } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import type { apk } from '../apk.noun.ts'

export const ApkLink = ({ api, row, onClose }: { api: string; row: RowOf<typeof apk>; onClose: () => void }) => {
  const translate = useTranslate()
  const [link, setLink] = useState<{ url: string; until: string } | null>()
  useEffect(() => {
    post<{ url: string; until: string }>(`${api}/${row.id}/link`, {}, { quiet: true }).then(setLink, () =>
      setLink(null),
    )
  }, [api, row.id])
  return (
    <Dialog
      open
      onClose={onClose}
      title={DOWNLOAD}
      note={`${row.appName} ${row.versionName}`}
      width="small"
      foot={
        link && (
          <Button
            variant="primary"
            icon={Download}
            onPress={() => location.assign(link.url.slice(new URL(link.url).origin.length))}
          >
            {translate(DOWNLOAD)}
          </Button>
        )
      }
    >
      {link === null ? (
        <ErrorState />
      ) : link ? (
        <Stack gap={16} align="center">
          <QrCode text={link.url} label={['下载二维码', 'QR code of the address']} size={200} />
          <Copyable>{link.url}</Copyable>
          <span className="second">
            {translate([`${showInstant(link.until)} 前有效`, `Good until ${showInstant(link.until)}`])}
          </span>
        </Stack>
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}
