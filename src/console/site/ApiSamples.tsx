/** Samples of any API call in four languages, from the OpenAPI description by which the server validates requests. */
import { useEffect, useMemo, useState } from 'react'
import type { Text } from '#base/text.ts'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'
import { callOf, SAMPLE_LANGUAGES, sampleOf, type OpenApi, type SampleLanguage } from '#console/site/samples.ts'
import { tokenSample } from '#console/site/tokenSample.ts'
import './ApiSamples.css'

const MOST = 60
interface Call {
  id: string
  path: string
  method: string
  summary: Text
}
/** The first call of every program, which gets the token. */
const TOKEN: Call = {
  id: 'token',
  path: '/api/auth/oauth/token',
  method: 'post',
  summary: [
    '程序以接入密钥换取令牌（client_credentials）',
    'Get a token for a program with an API key (client_credentials)',
  ],
}

export const ApiSamples = () => {
  const translate = useTranslate()
  const [document, setDocument] = useState<OpenApi>()
  const [failed, setFailed] = useState(false)
  const [looked, setLooked] = useState('')
  const [chosen, setChosen] = useState(TOKEN.id)
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  useEffect(() => {
    const gone = new AbortController()
    fetch('/api/openapi.json', { signal: gone.signal })
      .then(answer => answer.json() as Promise<OpenApi>)
      .then(setDocument)
      .catch(() => !gone.signal.aborted && setFailed(true))
    return () => gone.abort()
  }, [])
  const all = useMemo<Call[]>(
    () => [
      TOKEN,
      ...Object.entries(document?.paths ?? {}).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          id: `${method} ${path}`,
          path,
          method,
          summary: [operation['x-summary-zh'] ?? operation.summary ?? '', operation.summary ?? ''] as const,
        })),
      ),
    ],
    [document],
  )
  if (failed) return <p>{translate(['接口说明暂时打不开', 'The API description cannot be loaded right now'])}</p>
  if (!document) return <Skeleton lines={8} />
  const word = looked.trim().toLowerCase()
  const found = all.filter(one => !word || `${one.id} ${one.summary.join(' ')}`.toLowerCase().includes(word))
  const now = all.find(one => one.id === chosen) ?? all[0]
  const sample = (language: SampleLanguage): string =>
    now === undefined || now.id === TOKEN.id
      ? tokenSample(location.origin, language)
      : sampleOf(callOf(document, now.path, now.method, location.origin), language)
  return (
    <div className="site-api">
      <div>
        <SearchField label={['查找接口', 'Find an API call']} value={looked} onChange={setLooked} />
        <ul aria-label={translate(['接口', 'API calls'])}>
          {found.slice(0, MOST).map(one => (
            <li key={one.id}>
              <button type="button" aria-current={one.id === now?.id || undefined} onClick={() => setChosen(one.id)}>
                <b data-method={one.method}>{one.method.toUpperCase()}</b>
                <span className="mono">{one.path}</span>
                <small>{translate(one.summary)}</small>
              </button>
            </li>
          ))}
          {found.length > MOST && (
            <li className="third">{translate([`还有 ${found.length - MOST} 个`, `${found.length - MOST} more`])}</li>
          )}
        </ul>
      </div>
      <Tabs
        label={['语言', 'Language']}
        value={language}
        onChange={setLanguage}
        items={SAMPLE_LANGUAGES.map(({ id, label }) => ({
          id,
          label: [label, label] as const,
          content: () => <CodeBlock maxHeight={480}>{sample(id)}</CodeBlock>,
        }))}
      />
    </div>
  )
}
