/** Roles, with the dialog in which a role is given its menus and buttons. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/LensPage.tsx'
import { GrantDialog } from './page/GrantDialog.tsx'

const pieces: LensPieces = { dialogs: { grant: GrantDialog } }

export const RolePage = (props: PageProps) => <LensPage {...props} pieces={pieces} />
