/** 注册成功: the new account, and a link to sign in. */
import { useEffect, useState } from 'react'
import { CircleCheck } from 'lucide-react'
import { goTo, loginPath } from '#console/app/place.ts'
import { Button } from '#console/kit/Button.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { SitePageProps } from '#console/site/Site.tsx'

const GO_S = 5

export default function RegisteredPage({ platform }: SitePageProps) {
  const translate = useTranslate()
  const [leftS, setLeftS] = useState(GO_S)
  const username = sessionStorage.getItem('portico-registered')
  useEffect(() => {
    if (leftS <= 0) {
      goTo(loginPath(platform), { replace: true })
      return
    }
    const timer = setTimeout(() => setLeftS(leftS - 1), 1000)
    return () => clearTimeout(timer)
  }, [leftS, platform])
  return (
    <section className="site-narrow site-done">
      <Icon of={CircleCheck} size={48} />
      <h1>{translate(['注册成功', 'Welcome'])}</h1>
      <p>
        {translate([
          `${username ? `用户名 ${username}。` : ''}试用应用已建好，里面有一台人脸终端等您接入。`,
          `${username ? `Your user name is ${username}. ` : ''}Your trial application is ready, with a face terminal for you to connect.`,
        ])}
      </p>
      <Button variant="primary" size="large" onPress={() => goTo(loginPath(platform), { replace: true })}>
        {translate([`去登录（${leftS}）`, `Sign in (${leftS})`])}
      </Button>
    </section>
  )
}
