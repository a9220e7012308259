/** One page of the reference for makers of devices: tables, code, and exchanges message by message, as the server made them. */
import { useEffect, useState } from 'react'
import { get, RequestError } from '#console/data/request.ts'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { useLanguage, useTranslate, type Words } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { FoldedMenu } from '#console/site/FoldedMenu.tsx'
import '#console/site/DeviceReference.css'

interface WireMessage {
  who: 'device' | 'platform' | 'person' | 'outcome'
  packet: string
  topic?: string
  qos?: number
  payload?: string
  note?: string
}
type Block =
  | { kind: 'heading' | 'text'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'table'; columns: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'code'; title?: string; code: string }
  | { kind: 'exchange'; said: readonly WireMessage[] }
  | { kind: 'more'; title: string; name?: string; blocks: readonly Block[] }
interface Page {
  title: string
  summary: string
  blocks: readonly Block[]
}
const WHO: Record<WireMessage['who'], Words> = {
  device: ['设备 →', 'Device →'],
  platform: ['← 平台', '← Platform'],
  person: ['控制台', 'Console'],
  outcome: ['结果', 'Outcome'],
}

export const DeviceReference = ({ slug }: { slug: string }) => {
  const translate = useTranslate()
  const language = useLanguage()
  const [page, setPage] = useState<Page>()
  const [problem, setProblem] = useState<Words>()
  useEffect(() => {
    let gone = false
    get<Page>(`/api/docs/device/${encodeURIComponent(slug)}`, { language }, { quiet: true }).then(
      found => !gone && setPage(found),
      (error: unknown) =>
        !gone &&
        setProblem(
          (error instanceof RequestError && error.message) || [
            '文档暂时打不开',
            'The document cannot be loaded right now',
          ],
        ),
    )
    return () => {
      gone = true
    }
  }, [slug, language])
  useEffect(() => {
    if (page) document.title = `${page.title} · ${document.title.split(' · ').pop()}`
  }, [page])
  if (problem)
    return (
      <article className="site-article">
        <h1>{translate(problem)}</h1>
      </article>
    )
  if (!page)
    return (
      <article className="site-article">
        <Skeleton lines={10} />
      </article>
    )
  const heads = page.blocks.flatMap((block, nth) => (block.kind === 'heading' ? [{ nth, text: block.text }] : []))
  return (
    <>
      {heads.length > 1 && (
        <FoldedMenu outline label={['本页', 'On this page']}>
          {heads.map(({ nth, text }) => (
            <a key={nth} className="site-link" href={`#r${nth}`}>
              {text}
            </a>
          ))}
        </FoldedMenu>
      )}
      <article className="site-article site-reference">
        <p className="third">{translate(['设备接入参考', 'Device reference'])}</p>
        <h1>{page.title}</h1>
        <p className="site-lead">{page.summary}</p>
        <Blocks blocks={page.blocks} />
      </article>
    </>
  )
}

const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map((block, nth) => <OneBlock key={nth} block={block} nth={nth} />)

const OneBlock = ({ block, nth }: { block: Block; nth: number }) => {
  switch (block.kind) {
    case 'heading':
      return <h2 id={`r${nth}`}>{block.text}</h2>
    case 'text':
      return (
        <p>
          <Inline>{block.text}</Inline>
        </p>
      )
    case 'list':
      return (
        <ul>
          {block.items.map(item => (
            <li key={item}>
              <Inline>{item}</Inline>
            </li>
          ))}
        </ul>
      )
    case 'table':
      return <Rows {...block} />
    case 'code':
      return (
        <CodeBlock maxHeight={560} {...(block.title && { title: [block.title, block.title] as const })}>
          {block.code}
        </CodeBlock>
      )
    case 'exchange':
      return (
        <ol className="site-exchange">
          {block.said.map((said, at) => (
            <Message key={at} said={said} />
          ))}
        </ol>
      )
    case 'more':
      return (
        <details>
          <summary>
            {block.title}
            {block.name && <code>{block.name}</code>}
          </summary>
          <Blocks blocks={block.blocks} />
        </details>
      )
  }
}

const Rows = ({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }) => {
  const translate = useTranslate()
  return (
    <div className="site-rows" tabIndex={0} role="group" aria-label={translate(['表格', 'Table'])}>
      <table>
        <thead>
          <tr>{columns.map((column, at) => (column ? <th key={at}>{column}</th> : <td key={at} />))}</tr>
        </thead>
        <tbody>
          {rows.map((row, nth) => (
            <tr key={nth}>
              {row.map((cell, at) => (
                <td key={at}>
                  <Inline>{cell}</Inline>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Message = ({ said: { who, packet, topic, qos, payload, note } }: { said: WireMessage }) => {
  const translate = useTranslate()
  return (
    <li data-who={who}>
      <p>
        <b>{translate(WHO[who])}</b> {packet} {qos !== undefined && <span className="third">QoS {qos}</span>}
        {note && (
          <span>
            <Inline>{note}</Inline>
          </span>
        )}
      </p>
      {topic && <p className="mono">{topic}</p>}
      {payload && <CodeBlock maxHeight={480}>{payload}</CodeBlock>}
    </li>
  )
}

/** Text between backticks is code. */
const Inline = ({ children }: { children: string }) =>
  children.split('`').map((part, at) => (at % 2 ? <code key={at}>{part}</code> : part))
