/** Callbacks of a device class: the endpoints, their deliveries, and examples of what a receiver gets. */
import { useCallback, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Params } from '#model/row.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { useListTab } from '#console/crud/list/useListTab.ts'
import { can } from '#console/data/me.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { get, post } from '#console/data/request.ts'
import { Card } from '#console/kit/layout/Card.tsx'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { callback, callbackLens, delivery, deliveryLens } from './callback.noun.ts'
import { CALLBACK_EVENTS } from './generated/callbackEvents.ts'

const DeliveryDrawer = lazy(async () => (await import('./page/DeliveryDrawer.tsx')).DeliveryDrawer)

const VERIFY = `import { Webhook } from 'standardwebhooks'

// secret: 回调管理 → 查看签名密钥 (whsec_…)
const event = new Webhook(secret).verify(rawBody, headers)`

const TABS = ['config', 'log', 'samples'] as const

export const Callback = (props: PageProps) => {
  const [tab, setTab] = useListTab(TABS)
  const config = useMemo(
    (): LensPieces<typeof callback> => ({ where: { deviceClass: props.deviceClass!.key } }),
    [props.deviceClass],
  )
  const again = useCallback(async (ids: string[]) => {
    await post('/api/device/callback/resend', { ids }).then(
      () => toast.ok(['已重新推送', 'Sent again']),
      () => {},
    )
    await invalidateRows(delivery.api)
  }, [])
  const log = useMemo(
    (): LensPieces<typeof delivery> => ({
      where: { deviceClass: props.deviceClass!.key },
      drawer: row => (
        <WhileLoading show={<Skeleton lines={8} />}>
          <DeliveryDrawer row={row} />
        </WhileLoading>
      ),
      acts: row =>
        can('callback:resend')
          ? [{ id: 'resend', label: ['重新推送', 'Send again'], onPress: () => void again([row.id]) }]
          : [],
    }),
    [props.deviceClass, again],
  )
  return (
    <Tabs
      label={['回调管理', 'Callbacks']}
      value={tab}
      onChange={setTab}
      items={[
        {
          id: 'config',
          label: ['配置', 'Endpoints'],
          content: () => <LensPage {...props} noun={callback} lens={callbackLens} pieces={config} />,
        },
        {
          id: 'log',
          label: ['记录', 'Deliveries'],
          content: () => <LensPage {...props} noun={delivery} lens={deliveryLens} pieces={log} />,
        },
        { id: 'samples', label: ['示例与验签', 'Samples'], content: () => <Samples /> },
      ]}
    />
  )
}

const Samples = () => {
  const translate = useTranslate()
  const [type, setType] = useState<keyof typeof CALLBACK_EVENTS>('passage')
  const { data } = useQuery({
    queryKey: [callback.api, 'samples'],
    queryFn: () => get<Params>(`${callback.api}/samples`),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Stack gap={20}>
      <Card
        title={['报文', 'What is sent']}
        actions={
          <Segmented
            label={['事件', 'Event']}
            value={type}
            onChange={setType}
            items={Object.entries(CALLBACK_EVENTS).map(([id, [, zh, en]]) => ({
              id: id as keyof typeof CALLBACK_EVENTS,
              label: [zh, en] as const,
            }))}
          />
        }
      >
        <CodeBlock
          title={translate([
            'CloudEvents 1.0，POST application/cloudevents+json',
            'CloudEvents 1.0, POST application/cloudevents+json',
          ])}
        >
          {JSON.stringify(data?.[type] ?? {}, null, 2)}
        </CodeBlock>
      </Card>
      <Card
        title={['验签', 'Verify']}
        note={[
          'Standard Webhooks：webhook-id、webhook-timestamp、webhook-signature',
          'Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature',
        ]}
      >
        <CodeBlock title="Node.js">{VERIFY}</CodeBlock>
      </Card>
    </Stack>
  )
}
