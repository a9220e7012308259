/** 注册: a phone, an organisation, a login; it ends in a trial application that works. */
import { useState } from 'react'
import { SIX_DIGITS } from '#base/texts.ts'
import { newPasswordProblem, NewPassword } from '#console/app/login/NewPassword.tsx'
import { noAnswer } from '#console/data/noAnswer.ts'
import { isPhone, PhoneCode, phoneProblem } from '#console/app/login/PhoneCode.tsx'
import { brandPath, goTo, loginPath } from '#console/app/place.ts'
import { publicConfig } from '#console/data/publicConfig.ts'
import { post, RequestError } from '#console/data/request.ts'
import { sealPassword } from '#console/data/sealPassword.ts'
import { Checkbox } from '#console/kit/input/Checkbox.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Radio } from '#console/kit/input/Radio.tsx'
import { Steps } from '#console/kit/layout/Steps.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import type { SitePageProps } from '#console/site/Site.tsx'
import { SiteLink } from '#console/site/SiteLink.tsx'

type Errors = Partial<
  Record<'phone' | 'code' | 'companyName' | 'contact' | 'username' | 'password' | 'again' | 'agreed', Words>
>
const INDUSTRIES: readonly { id: number; label: Words }[] = [
  { id: 1, label: ['住宅小区', 'Residence'] },
  { id: 2, label: ['写字楼', 'Office'] },
  { id: 3, label: ['工厂园区', 'Factory'] },
  { id: 4, label: ['学校', 'School'] },
  { id: 9, label: ['其他', 'Other'] },
]
/** Which step a field of the server's words belongs to. */
const STEP_OF: Readonly<Record<string, number>> = { phone: 0, code: 0, companyName: 1, contact: 1, industry: 1 }

export default function RegisterPage({ platform }: SitePageProps) {
  const translate = useTranslate()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [companyName, setCompanyName] = useState('')
  const [contact, setContact] = useState('')
  const [industry, setIndustry] = useState(1)
  const [username, setUsername] = useState('')
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [message, setMessage] = useState<Words>()
  const holds = (found: Errors): boolean => {
    setErrors(found)
    return Object.keys(found).length === 0
  }
  const finish = async (): Promise<void> => {
    setMessage(undefined)
    try {
      const password = await sealPassword(fresh, await publicConfig(platform))
      await post(
        '/api/register',
        { phone, code, companyName, contact, industry, username, password, ...(platform ? { platform } : {}) },
        { token: false, quiet: true },
      )
      sessionStorage.setItem('portico-registered', username)
      goTo(brandPath(platform, '/regSuccess'), { replace: true })
    } catch (error) {
      const said = error instanceof RequestError ? error : undefined
      const wrong = Object.fromEntries((said?.fields ?? []).map(({ field, msg }) => [field, msg])) as Errors
      if (said?.error === 'bad_code') wrong.code = said.message
      setErrors(wrong)
      const back = Object.keys(wrong).some(name => name in STEP_OF)
      setMessage(
        Object.keys(wrong).length === 0
          ? said?.message || noAnswer
          : back
            ? ['前面的步骤里有内容需要修改', 'Something in an earlier step has to be changed']
            : undefined,
      )
    }
  }
  return (
    <section className="site-narrow">
      <h1>{translate(['注册', 'Register'])}</h1>
      <p className="site-lead">
        {translate([
          '30 天试用：一个应用、5 台设备、100 名人员，立即可用。',
          '30 days on trial: one application, 5 devices, 100 people, at once.',
        ])}
      </p>
      {message && <Notice tone="bad">{translate(message)}</Notice>}
      <Steps
        label={['注册', 'Register']}
        onFinish={finish}
        steps={[
          {
            id: 'phone',
            title: ['验证手机', 'Phone'],
            validate: () =>
              holds({
                ...(isPhone(phone) ? {} : { phone: phoneProblem }),
                ...(/^\d{6}$/.test(code) ? {} : { code: SIX_DIGITS as Words }),
              }),
            content: (
              <div className="site-form">
                <PhoneCode
                  platform={platform}
                  purpose="register"
                  phone={phone}
                  onPhone={setPhone}
                  code={code}
                  onCode={setCode}
                  errors={{
                    ...(errors.phone ? { phone: errors.phone } : {}),
                    ...(errors.code ? { code: errors.code } : {}),
                  }}
                />
              </div>
            ),
          },
          {
            id: 'company',
            title: ['企业信息', 'Organisation'],
            validate: () =>
              holds({
                ...(companyName.trim() ? {} : { companyName: ['请输入企业名称', 'Enter a name'] as Words }),
                ...(contact.trim() ? {} : { contact: ['请输入联系人', 'Enter a contact'] as Words }),
              }),
            content: (
              <div className="site-form">
                <TextField
                  label={['企业名称', 'Name of the organisation']}
                  size="large"
                  required
                  maxLength={64}
                  autoComplete="organization"
                  value={companyName}
                  onChange={setCompanyName}
                  {...(errors.companyName ? { error: errors.companyName } : {})}
                />
                <TextField
                  label={['联系人', 'Contact']}
                  size="large"
                  required
                  maxLength={32}
                  autoComplete="name"
                  value={contact}
                  onChange={setContact}
                  {...(errors.contact ? { error: errors.contact } : {})}
                />
                <Radio
                  label={['场景', 'Kind of place']}
                  required
                  options={INDUSTRIES}
                  value={industry}
                  onChange={setIndustry}
                />
              </div>
            ),
          },
          {
            id: 'login',
            title: ['账号', 'Login'],
            validate: () =>
              holds({
                ...(/^[\u4e00-\u9fa5\w-]{5,16}$/.test(username)
                  ? {}
                  : {
                      username: [
                        '用户名为5到16位的中文、字母、数字、下划线或短横线',
                        '5 to 16 Chinese characters, letters, digits, _ or -',
                      ] as Words,
                    }),
                ...newPasswordProblem(fresh, again),
                ...(agreed ? {} : { agreed: ['请先阅读并同意', 'Please read and agree'] as Words }),
              } as Errors),
            content: (
              <div className="site-form">
                <TextField
                  label={['用户名', 'User name']}
                  size="large"
                  required
                  maxLength={16}
                  autoComplete="username"
                  value={username}
                  onChange={setUsername}
                  {...(errors.username ? { error: errors.username } : {})}
                />
                <NewPassword
                  username={username}
                  fresh={fresh}
                  again={again}
                  onFresh={setFresh}
                  onAgain={setAgain}
                  errors={{
                    ...(errors.password ? { password: errors.password } : {}),
                    ...(errors.again ? { again: errors.again } : {}),
                  }}
                />
                <Checkbox checked={agreed} onChange={setAgreed}>
                  {translate([
                    '我同意平台为提供服务处理上述信息，试用期满后可要求删除',
                    'I agree that this information is used to provide the service, and may ask for its deletion afterwards',
                  ])}
                </Checkbox>
                {errors.agreed && <p className="site-error">{translate(errors.agreed)}</p>}
              </div>
            ),
          },
        ]}
      />
      <p className="site-below">
        {translate(['已有账号？', 'Registered already?'])}{' '}
        <SiteLink to={loginPath(platform)}>{translate(['去登录', 'Sign in'])}</SiteLink>
      </p>
    </section>
  )
}
