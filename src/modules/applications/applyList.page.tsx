/** 应用列表: the applications of all organisations; a transfer shows its consequences before it is confirmed. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import type { application } from './application.noun.ts'

const TransferDialog = lazy(async () => (await import('./page/TransferDialog.tsx')).TransferDialog)

const pieces: LensPieces<typeof application> = { dialogs: { transfer: TransferDialog } }

export default function ApplyListPage(props: PageProps) {
  return <LensPage {...props} pieces={pieces} />
}
