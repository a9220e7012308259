/** Roles, with the dialog for their menus and buttons. */
import { lazy } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { linkTo } from '#console/crud/row/linkTo.ts'
import type { role } from './role.noun.ts'

const GrantDialog = lazy(async () => ({ default: (await import('../page/GrantDialog.tsx')).GrantDialog }))

const pieces: LensPieces<typeof role> = {
  dialogs: { grant: GrantDialog },
  acts: row => linkTo('user', ['用户', 'Users'], { roleIds: row.id }),
}

export const RolePage = (props: PageProps) => <LensPage {...props} pieces={pieces} />
