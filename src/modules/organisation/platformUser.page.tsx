/** Who came from which platform, and the face each platform shows. */
import { useState } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/LensPage.tsx'
import { can } from '#console/data/me.ts'
import { Tabs } from '#console/kit/Tabs.tsx'
import { brand } from '#modules/identity/brand.noun.ts'
import { platformBrandLens } from './platformUser.noun.ts'

/** Agencies and suppliers: users of a platform source. */
const pieces: LensPieces = { where: { type: '2,3' } }

export default function PlatformUser(props: PageProps) {
  const [tab, setTab] = useState<'users' | 'brands'>('users')
  const users = () => <LensPage {...props} pieces={pieces} />
  if (!can('brand:list')) return users()
  return (
    <Tabs
      label={['平台用户', 'Users by platform']}
      value={tab}
      onChange={setTab}
      items={[
        { id: 'users', label: ['账号', 'Accounts'], content: users },
        {
          id: 'brands',
          label: ['品牌', 'Brands'],
          content: () => <LensPage {...props} noun={brand} lens={platformBrandLens} />,
        },
      ]}
    />
  )
}
