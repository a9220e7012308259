/** Shows a secret, which the server returns only once, with related values to copy. */
import { PASSWORD } from '#base/texts.ts'
import { PRODUCT_KEY, SECRET, SERIAL_NUMBER } from '#base/credentialTexts.ts'
import { secrets } from '#console/crud/act/secretsIn.ts'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import type { ReactNode } from 'react'

const labels: Readonly<Record<string, Words>> = {
  username: ['用户名', 'Username'],
  clientId: 'Client ID',
  sn: SERIAL_NUMBER,
  productKey: PRODUCT_KEY,
  deviceName: ['设备名', 'Device name'],
  secret: SECRET,
  appKey: 'AppKey',
  appSecret: 'AppSecret',
  password: PASSWORD,
  duressPassword: ['胁迫密码', 'Duress PIN'],
  pin: ['通行密码', 'PIN'],
}

export const ShownOnce = ({
  values,
  onClose,
  children,
}: {
  values: Readonly<Record<string, string>>
  onClose: () => void
  /** Shown below it, such as how it is used. */ children?: ReactNode
}) => {
  const translate = useTranslate()
  return (
    <Dialog
      open
      onClose={onClose}
      title={['请妥善保存', 'Keep this safe']}
      width={children ? 'medium' : 'small'}
      foot={
        <Button variant="primary" onPress={onClose}>
          {translate(['我已保存', 'I have saved it'])}
        </Button>
      }
    >
      <Stack gap={16}>
        <Notice tone="warn">
          {translate([
            '密钥只显示这一次，关闭后无法再次查看。',
            'The secret is shown only once and cannot be viewed again.',
          ])}
        </Notice>
        <DetailView
          columns={1}
          items={Object.entries(values)
            .filter(([name]) => !secrets.includes(name))
            .map(([name, value]) => ({ label: labels[name] ?? name, value: <Copyable>{value}</Copyable> }))}
        />
        {Object.entries(values)
          .filter(([name]) => secrets.includes(name))
          .map(([name, value]) => (
            <CodeBlock key={name} title={labels[name] ?? name} wrap>
              {value}
            </CodeBlock>
          ))}
        {children}
      </Stack>
    </Dialog>
  )
}
