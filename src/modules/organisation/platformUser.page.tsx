/** Users by platform, and the brand of each platform. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { useListTab } from '#console/crud/list/useListTab.ts'
import { can } from '#console/data/me.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'
import { brand } from '#modules/identity/organisation/brand.noun.ts'
import { platformBrandLens } from './platformUser.noun.ts'
import type { user } from '#modules/identity/account/user.noun.ts'

const Registrations = lazy(async () => (await import('./page/Registrations.tsx')).Registrations)

const TABS = ['users', 'registrations', 'brands'] as const
/** Agencies and suppliers: users of a platform source. */
const pieces: LensPieces<typeof user> = { where: { type: '2,3' } }
export default function PlatformUser(props: PageProps) {
  const [tab, setTab] = useListTab(TABS)
  const users = () => <LensPage {...props} pieces={pieces} />
  if (!can('brand:list') && !can('agency:list')) return users()
  return (
    <Tabs
      label={['平台用户', 'Users by platform']}
      value={tab}
      onChange={setTab}
      items={[
        { id: 'users', label: ['账号', 'Accounts'], content: users },
        ...(can('agency:list')
          ? [
              {
                id: 'registrations' as const,
                label: ['自助注册', 'Registrations'] as const,
                content: () => <Registrations {...props} />,
              },
            ]
          : []),
        ...(can('brand:list')
          ? [
              {
                id: 'brands' as const,
                label: ['品牌', 'Brands'] as const,
                content: () => <LensPage {...props} noun={brand} lens={platformBrandLens} />,
              },
            ]
          : []),
      ]}
    />
  )
}
