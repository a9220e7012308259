/** 联系我们: a message to the operator, with a captcha; it appears in the list of messages. */
import { MOBILE_NUMBER } from '#base/signInTexts.ts'
import { PERSON_NAME } from '#base/labelTexts.ts'
import { useState } from 'react'
import { Captcha } from '#console/app/login/Captcha.tsx'
import { noAnswer } from '#console/data/noAnswer.ts'
import { captchaUrl, randomWord } from '#console/app/login/signIn.ts'
import { brandPath, goTo } from '#console/app/place.ts'
import { post, RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Radio } from '#console/kit/input/Radio.tsx'
import { TextArea } from '#console/kit/input/TextArea.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import type { SitePageProps } from '#console/site/Site.tsx'
import { useSiteForm } from '#console/site/useSiteForm.ts'

type Name = 'name' | 'phone' | 'company' | 'email' | 'kind' | 'content' | 'code'
const KINDS: readonly { id: number; label: Words }[] = [
  { id: 2, label: ['产品咨询', 'Product enquiry'] },
  { id: 1, label: ['代理合作', 'Partnership'] },
  { id: 3, label: ['技术支持', 'Support'] },
  { id: 4, label: ['售后', 'After-sales service'] },
]
const ABOUT = 2

export default function ContactPage({ platform }: SitePageProps) {
  const translate = useTranslate()
  const { values, field, showErrors } = useSiteForm<Name>()
  const [kind, setKind] = useState(ABOUT)
  const [message, setMessage] = useState<Words>()
  const [randomStr, setRandomStr] = useState(randomWord)
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    setMessage(undefined)
    try {
      const { code = '', ...given } = values
      await post(
        '/api/contact',
        { ...given, kind, code: code.trim(), randomStr, ...(platform ? { platform } : {}) },
        { token: false, quiet: true },
      )
      goTo(brandPath(platform, '/contactUsSuccess'))
    } catch (error) {
      const refusal = error instanceof RequestError ? error : undefined
      if (!showErrors(refusal)) setMessage(refusal?.message || noAnswer)
      // The server accepts a captcha only once, so a request that checked it needs a new one.
      if (refusal?.error === 'bad_captcha' || !refusal?.fields.length) setRandomStr(randomWord())
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="site-narrow">
      <h1>{translate(['联系我们', 'Contact us'])}</h1>
      <p className="site-lead">
        {translate([
          '说说您的现场和设备，工作日一天内回复。',
          'Tell us about your site and its devices; we reply within one working day.',
        ])}
      </p>
      <form
        className="site-form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        {message && <Notice tone="bad">{translate(message)}</Notice>}
        <TextField label={PERSON_NAME} required maxLength={32} autoComplete="name" {...field('name')} />
        <TextField
          label={MOBILE_NUMBER}
          required
          maxLength={11}
          inputMode="tel"
          autoComplete="tel-national"
          {...field('phone')}
        />
        <TextField label={['公司', 'Company']} maxLength={64} autoComplete="organization" {...field('company')} />
        <TextField
          label={['邮箱', 'Email']}
          maxLength={254}
          inputMode="email"
          autoComplete="email"
          {...field('email')}
        />
        <Radio label={['需求类型', 'Type of enquiry']} required options={KINDS} value={kind} onChange={setKind} />
        <TextArea label={['留言', 'Message']} required rows={5} maxLength={500} {...field('content')} />
        <Captcha {...field('code')} src={captchaUrl(randomStr)} onNew={() => setRandomStr(randomWord())} />
        <Button variant="primary" size="large" wide type="submit" busy={busy}>
          {translate(['提交', 'Send'])}
        </Button>
      </form>
    </section>
  )
}
