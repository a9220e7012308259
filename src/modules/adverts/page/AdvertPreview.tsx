/** An advert as it will look, before it is switched on: its picture or video, its text, and where a click leads. */
import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { NO_FILE, PREVIEW } from '#base/dialogTexts.ts'
import { showInstant } from '#base/time.ts'
import { post } from '#console/data/request.ts'
import { usePictureUrls } from '#console/data/usePictureUrls.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import type { RowOf } from '#model/row.ts'
import { ADVERT_PLACES, type advert } from '../advert.noun.ts'
import './advert.css'

export const AdvertPreview = ({ row, onClose }: { row: RowOf<typeof advert>; onClose: () => void }) => {
  const translate = useTranslate()
  const [picture, video] = [row.pictures?.[0], row.video?.[0]]
  const poster = usePictureUrls(picture ? [picture] : []).get(picture ?? '')
  // The video is public only while its advert is shown, so it is read by a link for those who may see the row.
  const link = useQuery({
    queryKey: ['/api/admin/sys-file', 'link', video],
    queryFn: async () => (await post<{ url: string }>(`/api/admin/sys-file/${video}/link`, {}, { quiet: true })).url,
    enabled: video !== undefined,
    gcTime: 0,
    retry: false,
  })
  const [, zh, en] = Object.values(ADVERT_PLACES).find(([wire]) => wire === row.position)!
  return (
    <Dialog
      open
      onClose={onClose}
      title={PREVIEW}
      note={`${translate([zh, en])} · ${showInstant(row.startsAt)} – ${showInstant(row.endsAt)}`}
      foot={null}
    >
      <Stack gap={12}>
        {link.isError && <Notice tone="bad">{translate(NO_FILE)}</Notice>}
        <figure className="advert-preview" data-tall={row.position === ADVERT_PLACES.screen[0] || undefined}>
          {video && link.data ? (
            <video src={link.data} poster={poster} controls autoPlay muted playsInline aria-label={row.name} />
          ) : poster ? (
            <img src={poster} alt={row.name} />
          ) : (
            <Skeleton lines={4} />
          )}
          <figcaption>{row.name}</figcaption>
        </figure>
        <p className="second advert-link">
          <Icon of={Link2} size={14} />
          {row.link ? <span className="mono">{row.link}</span> : translate(['点击不跳转', 'A click goes nowhere'])}
        </p>
      </Stack>
    </Dialog>
  )
}
