/** 注册: a phone number, an organisation, an account; the result is a working trial application. */
import { REGISTER } from '#base/signInTexts.ts'
import { useState } from 'react'
import { noAnswer } from '#console/data/noAnswer.ts'
import { brandPath, goTo, loginPath } from '#console/app/place.ts'
import { publicConfig } from '#console/data/publicConfig.ts'
import { post, RequestError } from '#console/data/request.ts'
import { sealPassword } from '#console/data/sealPassword.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Steps } from '#console/kit/layout/Steps.tsx'
import { CompanyStep, LoginStep, PhoneStep } from '#console/site/RegisterSteps.tsx'
import {
  concernsEarlier,
  emptyRegistration,
  registrationProblems,
  type Registration,
  type RegistrationErrors,
  type RegistrationStep,
} from '#console/site/registration.ts'
import type { SitePageProps } from '#console/site/Site.tsx'
import { SiteLink } from '#console/site/SiteLink.tsx'

export default function RegisterPage({ platform }: SitePageProps) {
  const translate = useTranslate()
  const [given, setGiven] = useState(emptyRegistration)
  const [errors, setErrors] = useState<RegistrationErrors>({})
  const [message, setMessage] = useState<Words>()
  const onChange = (changed: Partial<Registration>): void => setGiven(old => ({ ...old, ...changed }))
  const judge = (step: RegistrationStep) => (): boolean => {
    const found = registrationProblems[step](given)
    setErrors(found)
    return Object.keys(found).length === 0
  }
  const finish = async (): Promise<void> => {
    setMessage(undefined)
    const { fresh, again: _again, agreed: _agreed, ...values } = given
    try {
      const password = await sealPassword(fresh, await publicConfig(platform))
      await post(
        '/api/register',
        { ...values, password, ...(platform ? { platform } : {}) },
        { token: false, quiet: true },
      )
      sessionStorage.setItem('portico-registered', values.username)
      goTo(brandPath(platform, '/regSuccess'), { replace: true })
    } catch (error) {
      const refusal = error instanceof RequestError ? error : undefined
      const wrong: RegistrationErrors = Object.fromEntries(
        (refusal?.fields ?? []).map(({ field, msg }) => [field, msg]),
      )
      if (refusal?.error === 'bad_code') wrong.code = refusal.message
      setErrors(wrong)
      setMessage(
        Object.keys(wrong).length === 0
          ? refusal?.message || noAnswer
          : concernsEarlier(wrong)
            ? ['前面的步骤里有内容需要修改', 'Something in an earlier step needs to be corrected']
            : undefined,
      )
    }
  }
  const step = { given, errors, onChange }
  return (
    <section className="site-narrow">
      <h1>{translate(REGISTER)}</h1>
      <p className="site-lead">
        {translate([
          '30 天试用：一个应用、5 台设备、100 名人员，立即可用。',
          '30-day trial: one application, 5 devices and 100 people, available immediately.',
        ])}
      </p>
      {message && <Notice tone="bad">{translate(message)}</Notice>}
      <Steps
        label={REGISTER}
        onFinish={finish}
        steps={[
          {
            id: 'phone',
            title: ['验证手机', 'Phone'],
            validate: judge('phone'),
            content: <PhoneStep {...step} platform={platform} />,
          },
          {
            id: 'company',
            title: ['企业信息', 'Organisation'],
            validate: judge('company'),
            content: <CompanyStep {...step} />,
          },
          { id: 'login', title: ['账号', 'Account'], validate: judge('login'), content: <LoginStep {...step} /> },
        ]}
      />
      <p className="site-below">
        {translate(['已有账号？', 'Already registered?'])}{' '}
        <SiteLink to={loginPath(platform)}>{translate(['去登录', 'Sign in'])}</SiteLink>
      </p>
    </section>
  )
}
