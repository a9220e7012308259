/** The frame of every public page: brand, links, language, theme and footer. */
import { REGISTER_NOW } from '#base/texts.ts'
import { REGISTER } from '#base/signInTexts.ts'
import { useEffect, type ReactNode } from 'react'
import { useBrand } from '#console/app/login/useBrand.ts'
import { brandPath, loginPath, publicPage, usePath } from '#console/app/place.ts'
import type { Brand } from '#console/data/publicConfig.ts'
import { hasSession } from '#console/data/session.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Logo } from '#console/kit/Logo.tsx'
import { SiteLink } from '#console/site/SiteLink.tsx'
import { LookButtons } from '#console/app/LookButtons.tsx'
import './site.css'

const TITLES: Readonly<Record<string, Words>> = {
  reg: REGISTER,
  regSuccess: ['注册成功', 'Registered'],
  contactUs: ['联系我们', 'Contact'],
  contactUsSuccess: ['提交成功', 'Sent'],
  caseFactory: ['工厂案例', 'A factory'],
  caseNcp: ['无接触通行案例', 'Contactless access'],
  caseSchool: ['校园案例', 'A school'],
  docs: ['文档', 'Documentation'],
  qrcode: ['扫码', 'Scan a label'],
}

export type SiteFrameProps = {
  platform: string
  /** Hides the links, for the page of a scanned label, which has only one purpose. */
  bare?: boolean
  /** Named in the header in place of the brand, which is then named only in the footer. */
  company?: string | undefined
  children: (brand: Brand) => ReactNode
}

const Mark = ({ brand, company }: { brand: Brand; company?: string | undefined }) => {
  const [name = '', ...more] = company === undefined ? brand.name.split(' ') : [company]
  return (
    <>
      {brand.logo ? <img src={brand.logo} alt="" width={28} height={28} /> : <Logo size={28} />}
      <b>{name}</b>
      {more.length > 0 && <span>{more.join(' ')}</span>}
    </>
  )
}

export const SiteFrame = ({ platform, bare, company, children }: SiteFrameProps) => {
  const translate = useTranslate()
  const path = usePath()
  const { brand } = useBrand(platform)
  const name = path.startsWith('/docs') ? 'docs' : publicPage(path)
  useEffect(() => {
    const title = TITLES[name]
    document.title = title ? `${translate(title)} · ${brand.title}` : brand.title
    // Articles change the title; other pages restore it.
  }, [brand, name, path, translate])
  const index = brandPath(platform, '/index')
  const ways: readonly [string, Words][] = [
    ['/docs', ['文档', 'Docs']],
    ['/caseFactory', ['案例', 'Cases']],
    [brandPath(platform, '/contactUs'), ['联系我们', 'Contact']],
  ]
  return (
    <div
      className="site"
      data-bare={bare || undefined}
      style={brand.accent ? ({ '--accent': brand.accent } as never) : undefined}
    >
      <a className="site-skip" href="#site-main">
        {translate(['跳到正文', 'Skip to content'])}
      </a>
      <header className="site-head">
        <div className="site-wide">
          <SiteLink to={index}>
            <span className="site-mark">
              <Mark brand={brand} company={company} />
            </span>
          </SiteLink>
          {!bare && (
            <nav aria-label={translate(['站点', 'Site'])}>
              {ways.map(([to, words]) => (
                <SiteLink key={to} to={to} current={path === to || (to === '/docs' && path.startsWith('/docs/'))}>
                  {translate(words)}
                </SiteLink>
              ))}
            </nav>
          )}
          <div className="site-tools">
            <LookButtons />
            {!bare &&
              (hasSession() ? (
                <SiteLink to="/home" look="primary">
                  {translate(['进入控制台', 'Open the console'])}
                </SiteLink>
              ) : (
                <>
                  <SiteLink to={loginPath(platform)} look="plain">
                    {translate(['登录', 'Sign in'])}
                  </SiteLink>
                  <SiteLink to={brandPath(platform, '/reg')} look="primary">
                    {translate(REGISTER_NOW)}
                  </SiteLink>
                </>
              ))}
          </div>
        </div>
      </header>
      <main id="site-main">{children(brand)}</main>
      <footer className="site-foot">
        <div className="site-wide">
          {bare ? (
            <p>{translate([`由 ${brand.name} 提供`, `Provided by ${brand.name}`])}</p>
          ) : (
            <span className="site-mark">
              <Mark brand={brand} />
            </span>
          )}
          <p>{[brand.footer, brand.icp].filter(Boolean).join(' · ')}</p>
          {!bare && brand.servicePhone && (
            <p>{translate([`服务电话 ${brand.servicePhone}`, `Phone ${brand.servicePhone}`])}</p>
          )}
        </div>
      </footer>
    </div>
  )
}
