/** Who is connected now, and who called and was refused. */
import { useState } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage } from '#console/crud/LensPage.tsx'
import { can } from '#console/data/me.ts'
import { Tabs } from '#console/kit/Tabs.tsx'
import { refusal, refusalLens } from './refusal.noun.ts'

export const OnlineDevice = (props: PageProps) => {
  const [tab, setTab] = useState<'online' | 'refused'>('online')
  if (!can('refusal:list')) return <LensPage {...props} />
  return (
    <Tabs
      label={['在线设备', 'Devices online']}
      value={tab}
      onChange={setTab}
      items={[
        { id: 'online', label: ['在线', 'Online'], content: () => <LensPage {...props} /> },
        {
          id: 'refused',
          label: ['拒绝接入', 'Refused'],
          content: () => <LensPage {...props} noun={refusal} lens={refusalLens} />,
        },
      ]}
    />
  )
}
