/** The credentials of a device, shown once, with the commands that use them. */
import { useState } from 'react'
import type { DeviceClass } from '#model/device.ts'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import type { Credentials, Guide, Place } from '#model/protocol.ts'
import { guides, protocolLabel } from './guides.ts'

export const ConnectSecret = ({ credentials, deviceClass }: { credentials: Credentials; deviceClass: DeviceClass }) => {
  const translate = useTranslate()
  const offered = deviceClass.protocols.flatMap(protocol => guides.get(protocol) ?? [])
  const [spoken, setSpoken] = useState(offered[0]?.protocol ?? '')
  const guide = offered.find(one => one.protocol === spoken)
  const port = credentials.ports?.[spoken]
  return (
    <Stack gap={16}>
      <Notice tone="warn">
        {translate(['密钥只显示这一次，请现在复制保存。', 'The secret is shown only this once. Copy it now.'])}
      </Notice>
      {offered.length > 1 && (
        <Segmented
          label={['协议', 'Protocol']}
          value={spoken}
          onChange={setSpoken}
          items={offered.map(one => ({ id: one.protocol, label: protocolLabel(one.protocol) }))}
        />
      )}
      {guide && port === undefined && (
        <Notice tone="bad">
          {translate([
            '此平台没有开启该协议的端口，请管理员在配置中开启。',
            'This installation does not listen for this protocol; ask the administrator to open its port.',
          ])}
        </Notice>
      )}
      {guide && port !== undefined && (
        <Instructions
          key={spoken}
          guide={guide}
          place={{ host: location.hostname, port, deviceClass }}
          credentials={credentials}
        />
      )}
    </Stack>
  )
}

const Instructions = ({ guide, place, credentials }: { guide: Guide; place: Place; credentials: Credentials }) => {
  const [how, setHow] = useState(guide.examples[0]?.id ?? '')
  const example = guide.examples.find(one => one.id === how)
  return (
    <>
      <DetailView
        columns={2}
        items={guide
          .fields(place, credentials)
          .map(({ label, value, wide }) => ({ label, value: <Copyable>{value}</Copyable>, ...(wide ? { wide } : {}) }))}
      />
      {example && (
        <div className="connect-code">
          <Segmented label={['接入方式', 'How it connects']} value={how} onChange={setHow} items={guide.examples} />
          <CodeBlock maxHeight={220} wrap={!example.program} key={how}>
            {example.code(place, credentials)}
          </CodeBlock>
        </div>
      )}
    </>
  )
}
