/** Device types, with the dialog that decides which of their pages the menu shows. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import type { deviceType } from './deviceType.noun.ts'

const PagesDialog = lazy(async () => (await import('./page/PagesDialog.tsx')).PagesDialog)

const pieces: LensPieces<typeof deviceType> = { dialogs: { pages: PagesDialog } }

export const DeviceTypePage = (props: PageProps) => <LensPage {...props} pieces={pieces} />
