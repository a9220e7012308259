/** The credentials of a device, once, and the commands that use them. */
import { useState } from 'react'
import type { DeviceClass } from '#model/device.ts'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { DetailView } from '#console/kit/DetailView.tsx'
import { useSay } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/Notice.tsx'
import { Segmented } from '#console/kit/Segmented.tsx'
import { Stack } from '#console/kit/Stack.tsx'
import { mosquittoAlink, mosquittoPlain, nodeProgram, type Credentials } from './connectSnippets.ts'

type How = 'plain' | 'alink' | 'node'

export const ConnectSecret = ({ credentials, deviceClass }: { credentials: Credentials; deviceClass: DeviceClass }) => {
  const say = useSay()
  const [how, setHow] = useState<How>('plain')
  const host = location.hostname
  const port = credentials.mqttPort ?? 1883
  const code = { plain: mosquittoPlain, alink: mosquittoAlink, node: nodeProgram }[how](
    host,
    port,
    credentials,
    deviceClass,
  )
  return (
    <Stack gap={16}>
      <Notice tone="warn">
        {say(['密钥只显示这一次，请现在复制保存。', 'The secret is shown only this once. Copy it now.'])}
      </Notice>
      <DetailView
        columns={2}
        items={[
          { label: ['服务器', 'Server'], value: <Copyable>{`mqtt://${host}:${port}`}</Copyable> },
          { label: ['产品标识', 'Product key'], value: <Copyable>{credentials.productKey}</Copyable> },
          { label: ['用户名（序列号）', 'User name (serial)'], value: <Copyable>{credentials.sn}</Copyable> },
          {
            label: ['密码（密钥）', 'Password (secret)'],
            value: <Copyable>{credentials.secret}</Copyable>,
            wide: true,
          },
        ]}
      />
      <div className="connect-code">
        <Segmented<How>
          label={['接入方式', 'How it connects']}
          value={how}
          onChange={setHow}
          items={[
            { id: 'plain', label: ['命令行', 'Command line'] },
            { id: 'alink', label: ['Alink 签名', 'Alink signature'] },
            { id: 'node', label: ['Node.js', 'Node.js'] },
          ]}
        />
        <CodeBlock maxHeight={220} wrap={how !== 'node'} key={how}>
          {code}
        </CodeBlock>
      </div>
    </Stack>
  )
}
