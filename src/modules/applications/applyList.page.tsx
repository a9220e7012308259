/** 应用列表: the applications of all organisations; a transfer shows its consequences before it is confirmed. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import type { application } from './application.noun.ts'
import { TransferDialog } from './page/TransferDialog.tsx'

const pieces: LensPieces<typeof application> = { dialogs: { transfer: TransferDialog } }

export default function ApplyListPage(props: PageProps) {
  return <LensPage {...props} pieces={pieces} />
}
