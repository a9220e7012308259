/** The message has arrived. */
import { CircleCheck } from 'lucide-react'
import { BACK_HOME } from '#base/texts.ts'
import { brandPath } from '#console/app/place.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { SitePageProps } from '#console/site/Site.tsx'
import { SiteLink } from '#console/site/SiteLink.tsx'

export default function ContactedPage({ platform, brand }: SitePageProps) {
  const translate = useTranslate()
  return (
    <section className="site-narrow site-done">
      <Icon of={CircleCheck} size={48} />
      <h1>{translate(['已收到您的留言', 'We have received your message'])}</h1>
      <p>
        {translate(['我们会按您留下的手机号联系您。', 'We will call the number you left.'])}
        {brand.servicePhone &&
          translate([` 急事请拨 ${brand.servicePhone}。`, ` If it is urgent: ${brand.servicePhone}.`])}
      </p>
      <SiteLink to={brandPath(platform, '/index')} look="primary">
        {translate(BACK_HOME)}
      </SiteLink>
    </section>
  )
}
