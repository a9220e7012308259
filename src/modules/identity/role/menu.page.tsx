/** The menus as a tree; icons are shown as pictures, and the form always has the Chinese name. */
import type { PageProps } from '#console/app/PageProps.ts'
import { menuIcon } from '#console/app/shell/menuIcon.tsx'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import type { menu } from './menu.noun.ts'

const pieces: LensPieces<typeof menu> = {
  columns: {
    icon: {
      width: 72,
      align: 'center',
      render: row =>
        row.icon ? (
          <span className="menu-icon-cell" title={row.icon}>
            <Icon of={menuIcon(row.icon)} />
          </span>
        ) : (
          <span className="table-none">—</span>
        ),
    },
    path: { mono: true },
    permission: { mono: true, width: 160 },
    hidden: { priority: 1 },
  },
  // The server returns names in the requested language; the name itself is edited.
  toForm: row => ({ ...row, ...('nameZh' in row ? { name: row.nameZh } : {}) }),
}

export const MenuPage = (props: PageProps) => <LensPage {...props} pieces={pieces} />
