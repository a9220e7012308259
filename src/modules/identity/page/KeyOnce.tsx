/** A key's secret, shown once, and how a program uses it. */
import { useState } from 'react'
import { SAMPLE_LANGUAGES, type SampleLanguage } from '#console/site/samples.ts'
import { tokenSample } from '#console/site/tokenSample.ts'
import { Button } from '#console/kit/Button.tsx'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { DetailView } from '#console/kit/DetailView.tsx'
import { Dialog } from '#console/kit/Dialog.tsx'
import { useSay } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Notice } from '#console/kit/Notice.tsx'
import { Stack } from '#console/kit/Stack.tsx'
import { Tabs } from '#console/kit/Tabs.tsx'

export interface MadeKey {
  clientId: string
  secret: string
}

export function KeyOnce({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const say = useSay()
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  return (
    <Dialog
      open
      onClose={onClose}
      title={['请妥善保存', 'Keep this safe']}
      width={640}
      foot={
        <Button variant="primary" onPress={onClose}>
          {say(['我已保存', 'I have kept it'])}
        </Button>
      }
    >
      <Stack gap={16}>
        <Notice tone="warn">
          {say([
            '密钥只显示这一次，关闭后无法再次查看。不要写进代码或发到群里。',
            'The secret is shown only this once. Keep it out of code and chats.',
          ])}
        </Notice>
        <DetailView columns={1} items={[{ label: 'Client ID', value: <Copyable>{made.clientId}</Copyable> }]} />
        <CodeBlock title={['Client Secret', 'Client secret']} wrap>
          {made.secret}
        </CodeBlock>
        <Tabs
          label={['语言', 'Language']}
          value={language}
          onChange={setLanguage}
          items={SAMPLE_LANGUAGES.map(({ id, label }) => ({
            id,
            label: [label, label] as const,
            content: () => (
              <CodeBlock maxHeight={240}>{tokenSample(location.origin, id, { clientId: made.clientId })}</CodeBlock>
            ),
          }))}
        />
        <span className="third">
          {say(['令牌 30 分钟有效，到期前再取一次。', 'A token lasts 30 minutes; ask again before it ends.'])}{' '}
          <Link href="/docs" external>
            {say(['接口文档', 'API documentation'])}
          </Link>
        </span>
      </Stack>
    </Dialog>
  )
}
