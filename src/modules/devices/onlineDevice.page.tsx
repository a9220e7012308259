/** Who is connected now, who called and was refused, and what was said and could not be stored. */
import { useState } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage } from '#console/crud/LensPage.tsx'
import { can } from '#console/data/me.ts'
import { Tabs } from '#console/kit/Tabs.tsx'
import { deadMessage, deadMessageLens } from './deadMessage.noun.ts'
import { refusal, refusalLens } from './refusal.noun.ts'

type Tab = 'online' | 'refused' | 'dead'

export const OnlineDevice = (props: PageProps) => {
  const [tab, setTab] = useState<Tab>('online')
  const [refused, dead] = [can('refusal:list'), can('deadMessage:list')]
  if (!refused && !dead) return <LensPage {...props} />
  return (
    <Tabs<Tab>
      label={['在线设备', 'Devices online']}
      value={tab}
      onChange={setTab}
      items={[
        { id: 'online', label: ['在线', 'Online'], content: () => <LensPage {...props} /> },
        ...(refused
          ? [
              {
                id: 'refused' as const,
                label: ['拒绝接入', 'Refused'] as const,
                content: () => <LensPage {...props} noun={refusal} lens={refusalLens} />,
              },
            ]
          : []),
        ...(dead
          ? [
              {
                id: 'dead' as const,
                label: ['未保存的报文', 'Not stored'] as const,
                content: () => <LensPage {...props} noun={deadMessage} lens={deadMessageLens} />,
              },
            ]
          : []),
      ]}
    />
  )
}
