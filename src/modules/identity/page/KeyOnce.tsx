/** The secret of an API key, shown once, and an example of its use. */
import { useState } from 'react'
import { ShownOnce } from '#console/crud/act/ShownOnce.tsx'
import { SAMPLE_LANGUAGES, type SampleLanguage } from '#console/site/samples.ts'
import { tokenSample } from '#console/site/tokenSample.ts'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'

export interface MadeKey {
  clientId: string
  secret: string
}

export function KeyOnce({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const translate = useTranslate()
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  return (
    <ShownOnce values={{ clientId: made.clientId, secret: made.secret }} onClose={onClose}>
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
        {translate([
          '令牌 30 分钟有效，到期前再取一次。',
          'A token is valid for 30 minutes; request a new one before it expires.',
        ])}{' '}
        <Link href="/docs" external>
          {translate(['接口文档', 'API documentation'])}
        </Link>
      </span>
    </ShownOnce>
  )
}
