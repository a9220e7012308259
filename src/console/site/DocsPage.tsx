/** 文档中心: folders at the left, an article in the middle, its outline at the right; search above; the API in four languages. */
import { useEffect, useMemo, useState } from 'react'
import { get } from '#console/data/request.ts'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { useLanguage, useTranslate, type Words } from '#console/kit/language.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { DocArticle } from '#console/site/DocArticle.tsx'
import { FoldedMenu } from '#console/site/FoldedMenu.tsx'
import type { SitePageProps } from '#console/site/Site.tsx'
import { SiteLink } from '#console/site/SiteLink.tsx'
import './DocsPage.css'

const ApiSamples = lazy(async () => (await import('#console/site/ApiSamples.tsx')).ApiSamples)

const DeviceReference = lazy(async () => (await import('#console/site/DeviceReference.tsx')).DeviceReference)

interface Dir {
  id: string
  name: string
  docs: { id: string; title: string; summary: string | null }[]
}
interface Hit {
  id: string
  title: string
  excerpt: string
}
interface ReferencePage {
  slug: string
  title: string
  summary: string
  excerpt?: string
}
const API = 'api'
const SAMPLES = ['四种语言的示例', 'Samples in four languages'] as const
const DESCRIPTION = ['完整接口说明', 'Full API description'] as const
const REFERENCE = 'device'
const referencePath = (slug: string): string => `/docs/${REFERENCE}/${slug}`
const LOOK_MS = 250

export default function DocsPage({ path }: SitePageProps) {
  const translate = useTranslate()
  const language = useLanguage()
  const [, id, slug] = /^\/docs\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? []
  const [reference, setReference] = useState<readonly ReferencePage[]>([])
  const [dirs, setDirs] = useState<readonly Dir[]>()
  const [problem, setProblem] = useState<Words>()
  useEffect(() => {
    let gone = false
    get<Dir[]>('/api/docs/tree', { language }, { quiet: true }).then(
      found => !gone && setDirs(found.filter(dir => dir.docs.length > 0)),
      () => !gone && setProblem(['文档暂时打不开', 'The documentation cannot be loaded right now']),
    )
    get<ReferencePage[]>('/api/docs/device', { language }, { quiet: true }).then(
      found => !gone && setReference(found),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [language])
  const all = useMemo(() => dirs?.flatMap(dir => dir.docs) ?? [], [dirs])
  return (
    <div className="site-wide site-docs">
      <aside>
        <DocSearch key={path} />
        <FoldedMenu label={['目录', 'Contents']}>
          {dirs?.map(dir => (
            <section key={dir.id}>
              <h2>{dir.name}</h2>
              <ul>
                {dir.docs.map(doc => (
                  <li key={doc.id}>
                    <SiteLink to={`/docs/${doc.id}`} current={doc.id === id}>
                      {doc.title}
                    </SiteLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <section>
            <h2>{translate(['设备接入参考', 'Device reference'])}</h2>
            <ul>
              {reference.map(one => (
                <li key={one.slug}>
                  <SiteLink to={referencePath(one.slug)} current={id === REFERENCE && one.slug === slug}>
                    {one.title}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h2>{translate(['接口', 'API'])}</h2>
            <ul>
              <li>
                <SiteLink to={`/docs/${API}`} current={id === API}>
                  {translate(SAMPLES)}
                </SiteLink>
              </li>
              <li>
                <a className="site-link" href={`/api/docs?lang=${language}`}>
                  {translate(DESCRIPTION)}
                </a>
              </li>
            </ul>
          </section>
        </FoldedMenu>
      </aside>
      {id === API ? (
        <article className="site-article">
          <h1>{translate(['API 示例', 'API samples'])}</h1>
          <p className="site-lead">
            {translate([
              '示例由服务器自己使用的接口说明生成：选一个接口，复制即可运行。',
              'Generated from the API description that the server itself uses: choose a call, copy it and run it.',
            ])}
          </p>
          <WhileLoading show={<Skeleton lines={8} />}>
            <ApiSamples />
          </WhileLoading>
        </article>
      ) : id === REFERENCE ? (
        <WhileLoading show={<Skeleton lines={10} />}>
          <DeviceReference key={`${slug} ${language}`} slug={slug ?? 'connect'} />
        </WhileLoading>
      ) : id ? (
        <DocArticle key={`${id} ${language}`} id={id} all={all} />
      ) : (
        <Latest dirs={dirs} reference={reference} problem={problem} />
      )}
    </div>
  )
}

function DocSearch() {
  const language = useLanguage()
  const translate = useTranslate()
  const [word, setWord] = useState('')
  const [hits, setHits] = useState<readonly Hit[]>()
  useEffect(() => {
    const keyword = word.trim()
    if (!keyword) {
      setHits(undefined)
      return
    }
    let gone = false
    const timer = setTimeout(() => {
      const asked = { keyword, language }
      Promise.all([
        get<Hit[]>('/api/docs/page', asked, { quiet: true }),
        get<ReferencePage[]>('/api/docs/device', asked, { quiet: true }),
      ]).then(
        ([documents, pages]) =>
          !gone &&
          setHits([
            ...documents,
            ...pages.map(({ slug, title, excerpt = '' }) => ({ id: `${REFERENCE}/${slug}`, title, excerpt })),
          ]),
        () => !gone && setHits([]),
      )
    }, LOOK_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [word, language])
  return (
    <div className="site-search" role="search">
      <SearchField label={['搜索文档', 'Search the docs']} value={word} onChange={setWord} />
      {hits && (
        <ul aria-live="polite">
          {hits.map(hit => (
            <li key={hit.id}>
              <SiteLink to={`/docs/${hit.id}`}>
                <b>{hit.title}</b>
                <small>{hit.excerpt}</small>
              </SiteLink>
            </li>
          ))}
          {hits.length === 0 && <li className="third">{translate(['没有找到', 'Nothing found'])}</li>}
        </ul>
      )}
    </div>
  )
}

function Latest({
  dirs,
  reference,
  problem,
}: {
  dirs: readonly Dir[] | undefined
  reference: readonly ReferencePage[]
  problem: Words | undefined
}) {
  const translate = useTranslate()
  const language = useLanguage()
  return (
    <article className="site-article">
      <h1>{translate(['文档', 'Documentation'])}</h1>
      <p className="site-lead">
        {translate(['从接入第一台设备，到读懂每一次通行。', 'From the first device to the story of every passage.'])}
      </p>
      {problem ? (
        <p className="site-error">{translate(problem)}</p>
      ) : dirs ? (
        dirs.map(dir => (
          <section key={dir.id}>
            <h2>{dir.name}</h2>
            <div className="site-doc-cards">
              {dir.docs.map(doc => (
                <SiteLink key={doc.id} to={`/docs/${doc.id}`}>
                  <b>{doc.title}</b>
                  <span>{doc.summary}</span>
                </SiteLink>
              ))}
            </div>
          </section>
        ))
      ) : (
        <Skeleton lines={8} />
      )}
      {reference.length > 0 && (
        <section>
          <h2>{translate(['设备接入参考', 'Device reference'])}</h2>
          <div className="site-doc-cards">
            {reference.map(one => (
              <SiteLink key={one.slug} to={referencePath(one.slug)}>
                <b>{one.title}</b>
                <span>{one.summary}</span>
              </SiteLink>
            ))}
          </div>
        </section>
      )}
      <section>
        <h2>{translate(['接口', 'API'])}</h2>
        <div className="site-doc-cards">
          <SiteLink to={`/docs/${API}`}>
            <b>{translate(SAMPLES)}</b>
            <span>{translate(['选一个接口，复制即可运行', 'Choose a call, copy it, run it'])}</span>
          </SiteLink>
          <a className="site-link" href={`/api/docs?lang=${language}`}>
            <b>{translate(DESCRIPTION)}</b>
            <span>{translate(['按主题列出每个接口，可直接试用', 'Every call by subject, ready to try out'])}</span>
          </a>
        </div>
      </section>
    </article>
  )
}
