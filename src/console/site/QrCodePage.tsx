/** 扫码落地页: the page of a scanned code without a device; a code with one opens the device. */
import { useEffect, useState } from 'react'
import { brandPath, goTo, loginPath } from '#console/app/place.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import type { SitePageProps } from '#console/site/Site.tsx'
import { SiteLink } from '#console/site/SiteLink.tsx'

/** As printed on labels. */
const CODE = /^[0-9a-f]{40}$/

export default function QrCodePage({ platform }: SitePageProps) {
  const translate = useTranslate()
  const given = new URLSearchParams(location.search).get('code') ?? ''
  const [code, setCode] = useState(given)
  const [wrong, setWrong] = useState(given !== '' && !CODE.test(given))
  useEffect(() => {
    if (CODE.test(given)) goTo(`/deviceQrcode/${given}`, { replace: true })
  }, [given])
  return (
    <section className="site-narrow">
      <h1>{translate(['扫码之后', 'After scanning'])}</h1>
      <p className="site-lead">
        {wrong
          ? translate([
              '这个码没有绑定设备，可能是空白标签。',
              'No device belongs to this code; the label may be blank.',
            ])
          : translate([
              '设备标签上的二维码会直接打开该设备的页面。',
              'The code on a device’s label opens the page of that device.',
            ])}
      </p>
      <form
        className="site-form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          const text = code.trim().toLowerCase()
          if (CODE.test(text)) goTo(`/deviceQrcode/${text}`)
          else setWrong(true)
        }}
      >
        <TextField
          label={['标签码', 'Code on the label']}
          required
          size="large"
          mono
          maxLength={40}
          value={code}
          onChange={value => {
            setCode(value)
            setWrong(false)
          }}
          {...(wrong
            ? { error: ['标签码为40位的数字与 a–f', 'A label code has 40 characters: digits and letters a–f'] as const }
            : {})}
        />
        <Button variant="primary" size="large" wide type="submit">
          {translate(['查看设备', 'View the device'])}
        </Button>
      </form>
      <p className="site-below">
        <SiteLink to={loginPath(platform)}>{translate(['我是管理人员，去登录', 'I manage devices: sign in'])}</SiteLink>
        {' · '}
        <SiteLink to={brandPath(platform, '/index')}>{translate(['了解平台', 'About the platform'])}</SiteLink>
      </p>
    </section>
  )
}
