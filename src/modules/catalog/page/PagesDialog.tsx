/** The pages of a device type, each shown in the menu or hidden from it, for every user. */
import { SAVED } from '#base/outcomeTexts.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { RowOf } from '#model/row.ts'
import type { Act } from '#console/crud/act/actsOf.ts'
import { get } from '#console/data/request.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Switch } from '#console/kit/input/Switch.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import type { deviceType } from '../deviceType.noun.ts'
import './PagesDialog.css'

interface MenuPage {
  id: string
  name: string
  path: string
  hidden: boolean
}
type PagesDialogProps = { act: Act<RowOf<typeof deviceType>>; onClose: () => void }

export const PagesDialog = ({ act, onClose }: PagesDialogProps) => {
  const translate = useTranslate()
  const id = act.row?.id ?? ''
  const pages = useQuery({
    queryKey: ['/api/device/type', 'pages', id],
    queryFn: ({ signal }) => get<readonly MenuPage[]>(`/api/device/type/${id}/pages`, undefined, { signal }),
    gcTime: 0,
    staleTime: Infinity,
  })
  const [changed, setChanged] = useState<ReadonlySet<string>>()
  const [busy, setBusy] = useState(false)
  const shown = changed ?? new Set(pages.data?.flatMap(page => (page.hidden ? [] : [page.id])))
  const show = (page: string, on: boolean): void => {
    const next = new Set(shown)
    if (on) next.add(page)
    else next.delete(page)
    setChanged(next)
  }
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await act.run({ menuIds: [...shown] })
      toast.ok(SAVED)
      onClose()
    } catch {
      // The request has said why.
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={act.label}
      {...(act.subject ? { note: act.subject } : {})}
      width="small"
      onSubmit={() => void save()}
      submitDisabled={!changed}
      busy={busy}
      dirty={changed !== undefined}
    >
      {pages.isError ? (
        <ErrorState note={pages.error.message} onRetry={() => void pages.refetch()} />
      ) : pages.data ? (
        <Stack gap={16}>
          <Notice>
            {translate([
              '关闭的页面不再出现在所有应用的菜单中；权限不变，打开后即恢复。',
              'A page that is off is in the menu of no application. Rights stay as they are, and it comes back once it is on.',
            ])}
          </Notice>
          <ul className="type-pages">
            {pages.data.map(page => (
              <li key={page.id}>
                <span>
                  <b>{page.name}</b>
                  <small>{page.path}</small>
                </span>
                <Switch label={page.name} checked={shown.has(page.id)} onChange={on => show(page.id, on)} />
              </li>
            ))}
          </ul>
        </Stack>
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  )
}
