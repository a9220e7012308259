/** The three steps of a registration: a verified phone number, an organisation, and the account of its first user. */
import { NewPassword } from '#console/app/login/NewPassword.tsx'
import { PhoneCode } from '#console/app/login/PhoneCode.tsx'
import { Checkbox } from '#console/kit/input/Checkbox.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Radio } from '#console/kit/input/Radio.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import type { Registration, RegistrationErrors } from '#console/site/registration.ts'
import type { SitePageProps } from '#console/site/Site.tsx'

type StepProps = { given: Registration; errors: RegistrationErrors; onChange: (changed: Partial<Registration>) => void }

const INDUSTRIES: readonly { id: number; label: Words }[] = [
  { id: 1, label: ['住宅小区', 'Residence'] },
  { id: 2, label: ['写字楼', 'Office'] },
  { id: 3, label: ['工厂园区', 'Factory'] },
  { id: 4, label: ['学校', 'School'] },
  { id: 9, label: ['其他', 'Other'] },
]

export const PhoneStep = ({ platform, given, errors, onChange }: StepProps & Pick<SitePageProps, 'platform'>) => (
  <div className="site-form">
    <PhoneCode
      platform={platform}
      purpose="register"
      phone={given.phone}
      onPhone={phone => onChange({ phone })}
      code={given.code}
      onCode={code => onChange({ code })}
      errors={{ ...(errors.phone ? { phone: errors.phone } : {}), ...(errors.code ? { code: errors.code } : {}) }}
    />
  </div>
)

export const CompanyStep = ({ given, errors, onChange }: StepProps) => (
  <div className="site-form">
    <TextField
      label={['企业名称', 'Name of the organisation']}
      size="large"
      required
      maxLength={64}
      autoComplete="organization"
      value={given.companyName}
      onChange={companyName => onChange({ companyName })}
      {...(errors.companyName ? { error: errors.companyName } : {})}
    />
    <TextField
      label={['联系人', 'Contact']}
      size="large"
      required
      maxLength={32}
      autoComplete="name"
      value={given.contact}
      onChange={contact => onChange({ contact })}
      {...(errors.contact ? { error: errors.contact } : {})}
    />
    <Radio
      label={['场景', 'Type of site']}
      required
      options={INDUSTRIES}
      value={given.industry}
      onChange={industry => onChange({ industry })}
    />
  </div>
)

export const LoginStep = ({ given, errors, onChange }: StepProps) => {
  const translate = useTranslate()
  return (
    <div className="site-form">
      <TextField
        label={['用户名', 'User name']}
        size="large"
        required
        maxLength={16}
        autoComplete="username"
        value={given.username}
        onChange={username => onChange({ username })}
        {...(errors.username ? { error: errors.username } : {})}
      />
      <NewPassword
        username={given.username}
        fresh={given.fresh}
        again={given.again}
        onFresh={fresh => onChange({ fresh })}
        onAgain={again => onChange({ again })}
        errors={{
          ...(errors.password ? { password: errors.password } : {}),
          ...(errors.again ? { again: errors.again } : {}),
        }}
      />
      <Checkbox checked={given.agreed} onChange={agreed => onChange({ agreed })}>
        {translate([
          '我同意平台为提供服务处理上述信息，试用期满后可要求删除',
          'I agree that this information is processed to provide the service; after the trial I may ask for its deletion',
        ])}
      </Checkbox>
      {errors.agreed && <p className="site-error">{translate(errors.agreed)}</p>}
    </div>
  )
}
