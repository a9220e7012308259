/** The page of an unknown address of the site. */
import { BACK_HOME } from '#base/texts.ts'
import { brandPath } from '#console/app/place.ts'
import { SiteLink } from '#console/site/SiteLink.tsx'
import { useTranslate } from '#console/kit/language.tsx'

export const NoPage = ({ platform }: { platform: string }) => {
  const translate = useTranslate()
  return (
    <section className="site-narrow site-done">
      <h1>{translate(['没有这个页面', 'Page not found'])}</h1>
      <p>{translate(['地址可能有误，或页面已移走。', 'The address may be wrong, or the page has moved.'])}</p>
      <SiteLink to={brandPath(platform, '/index')} look="primary">
        {translate(BACK_HOME)}
      </SiteLink>
    </section>
  )
}
