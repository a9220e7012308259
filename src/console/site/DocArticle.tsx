/** One document: its text with an outline, copyable code, links to its neighbours, and the question whether it helped. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { COPIED, COPY } from '#base/texts.ts'
import { showInstant } from '#base/time.ts'
import { goTo } from '#console/app/place.ts'
import { get, post, RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { FoldedMenu } from '#console/site/FoldedMenu.tsx'
import { SiteLink } from '#console/site/SiteLink.tsx'
import '#console/kit/richText/Rich.css'

interface Article {
  id: string
  title: string
  content: string
  summary: string | null
  dirName: string
  version: number
  publishedAt: string
}
export function DocArticle({ id, all }: { id: string; all: readonly { id: string; title: string }[] }) {
  const translate = useTranslate()
  const text = useRef<HTMLDivElement>(null)
  const [article, setArticle] = useState<Article>()
  const [problem, setProblem] = useState<Words>()
  const [outline, setOutline] = useState<readonly { id: string; title: string }[]>([])
  const [thanked, setThanked] = useState(false)
  useEffect(() => {
    let gone = false
    get<Article>(`/api/docs/${encodeURIComponent(id)}`, undefined, { quiet: true }).then(
      found => !gone && setArticle(found),
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
  }, [id])
  useLayoutEffect(() => {
    if (!article || !text.current) return
    document.title = `${article.title} · ${document.title.split(' · ').pop()}`
    const heads = [...text.current.querySelectorAll('h2, h3')]
    setOutline(
      heads.map((head, nth) => {
        head.id = `s${nth + 1}`
        return { id: head.id, title: head.textContent ?? '' }
      }),
    )
    for (const pre of text.current.querySelectorAll('pre')) addCopy(pre, translate(COPY), translate(COPIED))
  }, [article, translate])
  if (problem)
    return (
      <article className="site-article">
        <h1>{translate(problem)}</h1>
      </article>
    )
  if (!article)
    return (
      <article className="site-article">
        <Skeleton lines={10} />
      </article>
    )
  const at = all.findIndex(one => one.id === id)
  const [before, after] = [all[at - 1], at < 0 ? undefined : all[at + 1]]
  const judge = (yes: boolean): void => {
    setThanked(true)
    void post(`/api/docs/${id}/helpful`, { yes }, { quiet: true }).catch(() => {})
  }
  return (
    <>
      {outline.length > 1 && (
        <FoldedMenu outline label={['本页', 'On this page']}>
          {outline.map(head => (
            <a key={head.id} className="site-link" href={`#${head.id}`}>
              {head.title}
            </a>
          ))}
        </FoldedMenu>
      )}
      <article className="site-article">
        <p className="third">{article.dirName}</p>
        <h1>{article.title}</h1>
        {article.summary && <p className="site-lead">{article.summary}</p>}
        {/* The HTML is safe: the server removes all tags that it does not allow. */}
        <div
          ref={text}
          className="rich"
          onClick={event => {
            const link = (event.target as HTMLElement).closest('a')
            if (!link || !link.pathname.startsWith('/docs/') || link.origin !== location.origin) return
            event.preventDefault()
            goTo(link.pathname)
          }}
          dangerouslySetInnerHTML={{ __html: article.content }}
        />
        <p className="third">
          {translate([
            `第 ${article.version} 版 · 发布于 ${showInstant(article.publishedAt)}`,
            `Version ${article.version}, published ${showInstant(article.publishedAt)}`,
          ])}
        </p>
        <div className="site-helpful">
          {thanked ? (
            <span role="status">{translate(['谢谢', 'Thank you'])}</span>
          ) : (
            <>
              <span>{translate(['这篇文档有帮助吗？', 'Did this help?'])}</span>
              <Button size="small" icon={ThumbsUp} onPress={() => judge(true)}>
                {translate(['有帮助', 'Yes'])}
              </Button>
              <Button size="small" icon={ThumbsDown} onPress={() => judge(false)}>
                {translate(['没帮助', 'No'])}
              </Button>
            </>
          )}
        </div>
        <nav className="site-next" aria-label={translate(['相邻文档', 'Previous and next documents'])}>
          {before && <SiteLink to={`/docs/${before.id}`}>← {before.title}</SiteLink>}
          {after && <SiteLink to={`/docs/${after.id}`}>{after.title} →</SiteLink>}
        </nav>
      </article>
    </>
  )
}

/** The copy button in the corner of a block of code. */
function addCopy(pre: Element, words: string, done: string): void {
  if (pre.querySelector('button')) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'site-copy'
  button.textContent = words
  button.addEventListener('click', () => {
    void navigator.clipboard?.writeText(pre.querySelector('code')?.textContent ?? '').then(() => {
      button.textContent = done
    })
  })
  pre.append(button)
}
