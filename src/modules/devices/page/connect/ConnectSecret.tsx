/** The credentials of a device, shown once, with the commands that use them. */
import { PRODUCT_KEY } from '#base/credentialTexts.ts'
import { useState } from 'react'
import type { DeviceClass } from '#model/device.ts'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { SNIPPETS, type Credentials } from './connectSnippets.ts'

export const ConnectSecret = ({ credentials, deviceClass }: { credentials: Credentials; deviceClass: DeviceClass }) => {
  const translate = useTranslate()
  const snippets = deviceClass.protocols.flatMap(protocol => SNIPPETS[protocol] ?? [])
  const [how, setHow] = useState(snippets[0]?.id ?? '')
  const host = location.hostname
  const port = credentials.mqttPort ?? 1883
  const snippet = snippets.find(one => one.id === how)
  return (
    <Stack gap={16}>
      <Notice tone="warn">
        {translate(['密钥只显示这一次，请现在复制保存。', 'The secret is shown only this once. Copy it now.'])}
      </Notice>
      <DetailView
        columns={2}
        items={[
          { label: ['服务器', 'Server'], value: <Copyable>{`mqtt://${host}:${port}`}</Copyable> },
          { label: PRODUCT_KEY, value: <Copyable>{credentials.productKey}</Copyable> },
          { label: ['用户名（序列号）', 'User name (serial)'], value: <Copyable>{credentials.sn}</Copyable> },
          {
            label: ['密码（密钥）', 'Password (secret)'],
            value: <Copyable>{credentials.secret}</Copyable>,
            wide: true,
          },
        ]}
      />
      {snippet && (
        <div className="connect-code">
          <Segmented label={['接入方式', 'How it connects']} value={how} onChange={setHow} items={snippets} />
          <CodeBlock maxHeight={220} wrap={!snippet.program} key={how}>
            {snippet.code(host, port, credentials, deviceClass)}
          </CodeBlock>
        </div>
      )}
    </Stack>
  )
}
