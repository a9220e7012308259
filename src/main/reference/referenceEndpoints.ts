/** The endpoints of the device reference, for the public site. */
import { text } from '#model/field.ts'
import { Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Input } from '#model/row.ts'
import { endpoint } from '#server/parts.ts'
import { plainText, type Page } from './blocks.ts'
import { referencePages } from './referencePages.ts'

const AROUND = 40
const language = text(['语言', 'Language'], { max: 2 })
/** A page with all its text, for searching. */
interface SearchedPage {
  page: Page
  plain: string
}
const written = new Map<string, readonly SearchedPage[]>()

function pagesFor(ctx: Ctx, input: Input): readonly SearchedPage[] {
  const english = (input.language === 'en' || input.language === 'zh' ? input.language : ctx.language) === 'en'
  const { hostname: host } = new URL(ctx.ports.publicUrl)
  const { port: mqttPort, tlsPort: mqttsPort } = ctx.ports.deviceAddresses.alink!
  const key = `${english} ${host} ${mqttPort} ${mqttsPort}`
  // Definitions change only with a new version.
  const pages =
    written.get(key) ??
    referencePages({ translate: ([zh, en]) => (english ? en : zh), host, mqttPort, mqttsPort }, [
      ...ctx.ports.classes.values(),
    ]).map(page => ({ page, plain: `${page.title} ${page.summary} ${plainText(page.blocks)}` }))
  written.set(key, pages)
  return pages
}

export const referenceEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/docs/device',
    access: 'public',
    budget: 'read',
    scope: 'none',
    input: { language, keyword: text(['关键词', 'Keyword'], { max: 50 }) },
    summary: [
      '设备接入手册的目录；带关键词时为包含它的页面',
      'Pages of the reference for makers of devices; with a keyword those in which it occurs',
    ],
    run: async (ctx, input) => {
      const word = String(input.keyword ?? '')
        .trim()
        .toLowerCase()
      return pagesFor(ctx, input).flatMap(({ page: { slug, title, summary }, plain }) => {
        if (!word) return [{ slug, title, summary }]
        const at = plain.toLowerCase().indexOf(word)
        return at < 0 ? [] : [{ slug, title, summary, excerpt: plain.slice(Math.max(0, at - AROUND), at + 2 * AROUND) }]
      })
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/docs/device/:page',
    access: 'public',
    budget: 'read',
    scope: 'none',
    input: { language },
    summary: ['设备接入手册的一页', 'One page of the reference for makers of devices'],
    run: async (ctx, input) => {
      const found = pagesFor(ctx, input).find(({ page }) => page.slug === input.page)
      if (!found) throw new Refusal('not_found', { text: ['没有这一页', 'Page not found'] })
      return found.page
    },
  }),
]
