/** The public site: one frame with the page of the address. */
import { useState, type ComponentType } from 'react'
import { loadPage } from '#console/app/loadPage.ts'
import { isIndex, platformOf, publicPage } from '#console/app/place.ts'
import { SiteFrame } from '#console/site/SiteFrame.tsx'
import { NoPage } from '#console/site/NoPage.tsx'
import type { Brand } from '#console/data/publicConfig.ts'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'

export interface SitePageProps {
  path: string
  platform: string
  brand: Brand
  /** Shows the name of a company in place of the brand's. */
  onCompany: (name: string) => void
}
type Loaded = ComponentType<SitePageProps>
const page = (load: () => Promise<{ default: ComponentType<SitePageProps> }>): Loaded =>
  lazy(async () => (await loadPage(load)).default)

const Index = page(() => import('#console/site/IndexPage.tsx'))
const Docs = page(() => import('#console/site/DocsPage.tsx'))
const Label = page(() => import('#console/site/LabelPage.tsx'))
const pages: Readonly<Record<string, Loaded>> = {
  reg: page(() => import('#console/site/RegisterPage.tsx')),
  regSuccess: page(() => import('#console/site/RegisteredPage.tsx')),
  contactUs: page(() => import('#console/site/ContactPage.tsx')),
  contactUsSuccess: page(() => import('#console/site/ContactedPage.tsx')),
  caseFactory: page(() => import('#console/site/CasePage.tsx')),
  caseNcp: page(() => import('#console/site/CasePage.tsx')),
  caseSchool: page(() => import('#console/site/CasePage.tsx')),
  qrcode: page(() => import('#console/site/QrCodePage.tsx')),
}
const pageFor = (path: string): Loaded | undefined => {
  if (isIndex(path)) return Index
  if (/^\/docs(\/|$)/.test(path)) return Docs
  if (path.startsWith('/deviceQrcode/')) return Label
  return pages[publicPage(path)]
}

export const Site = ({ path }: { path: string }) => {
  const platform = platformOf(path)
  const Page = pageFor(path)
  const [company, setCompany] = useState<string>()
  const bare = path.startsWith('/deviceQrcode/')
  return (
    <SiteFrame platform={platform} bare={bare} company={bare ? company : undefined}>
      {brand =>
        Page ? (
          <WhileLoading show={<div className="site-wait" />}>
            {/* All documents share one key, so that the menu keeps its state and its focus. */}
            <Page
              key={Page === Docs ? '/docs' : path}
              path={path}
              platform={platform}
              brand={brand}
              onCompany={setCompany}
            />
          </WhileLoading>
        ) : (
          <NoPage platform={platform} />
        )
      }
    </SiteFrame>
  )
}
