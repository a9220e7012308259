/** Roles, with the dialog for their menus and buttons. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { can } from '#console/data/me.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Link } from '#console/kit/Link.tsx'
import { userLens } from '../account/user.noun.ts'
import type { role } from './role.noun.ts'

const GrantDialog = lazy(async () => (await import('../page/GrantDialog.tsx')).GrantDialog)

const ViewAsDialog = lazy(async () => (await import('../page/ViewAsDialog.tsx')).ViewAsDialog)

const pieces: LensPieces<typeof role> = {
  dialogs: { grant: GrantDialog, viewAs: ViewAsDialog },
  columns: {
    userCount: {
      render: row =>
        row.userCount && can('user:list') ? (
          <Link href={`${userLens.path}?roleIds=${row.id}`}>{row.userCount}</Link>
        ) : (
          row.userCount
        ),
    },
  },
}

export const RolePage = (props: PageProps) => <LensPage {...props} pieces={pieces} />
