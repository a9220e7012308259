/** The message has arrived. */
import { CircleCheck } from 'lucide-react'
import { brandPath } from '#console/app/place.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useSay } from '#console/kit/language.tsx'
import type { SitePageProps } from '#console/site/Site.tsx'
import { SiteLink } from '#console/site/SiteLink.tsx'

export default function ContactedPage({ platform, brand }: SitePageProps) {
  const say = useSay()
  return (
    <section className="site-narrow site-done">
      <Icon of={CircleCheck} size={48} />
      <h1>{say(['已收到您的留言', 'We have your message'])}</h1>
      <p>
        {say(['我们会按您留下的手机号联系您。', 'We will call the number you left.'])}
        {brand.servicePhone && say([` 急事请拨 ${brand.servicePhone}。`, ` If it is urgent: ${brand.servicePhone}.`])}
      </p>
      <SiteLink to={brandPath(platform, '/index')} look="primary">
        {say(['返回首页', 'Back to the start'])}
      </SiteLink>
    </section>
  )
}
