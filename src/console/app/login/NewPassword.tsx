/** A new password, twice, with how strong it is; the server judges it in the end. */
import { KeyRound, ShieldCheck } from 'lucide-react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { PasswordField } from '#console/kit/input/PasswordField.tsx'
import './NewPassword.css'

export type NewPasswordErrors = { password?: Words; again?: Words }
export type NewPasswordProps = {
  /** Password keepers file the new one under this name. */
  username: string
  fresh: string
  again: string
  onFresh: (value: string) => void
  onAgain: (value: string) => void
  errors: NewPasswordErrors
  size?: 'medium' | 'large'
}

export const newPasswordProblem = (fresh: string, again: string): NewPasswordErrors =>
  [...fresh].length < 8
    ? { password: ['密码至少8位', 'The password needs at least 8 characters'] }
    : fresh !== again
      ? { again: ['两次输入的密码不一致', 'The passwords do not match'] }
      : {}

const grades: readonly Words[] = [
  ['太短', 'Too short'],
  ['较弱', 'Weak'],
  ['一般', 'Fair'],
  ['很好', 'Strong'],
]
/** 0 to 3: length counts most, then how many kinds of characters. */
const gradeOf = (password: string): number => {
  const length = [...password].length
  if (length < 8) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter(kind => kind.test(password)).length
  const different = new Set(password).size
  if (different < 5) return 1
  return length >= 16 || (length >= 12 && kinds >= 3) ? 3 : length >= 10 || kinds >= 3 ? 2 : 1
}

export const NewPassword = ({ username, fresh, again, onFresh, onAgain, errors, size = 'large' }: NewPasswordProps) => {
  const translate = useTranslate()
  const grade = gradeOf(fresh)
  return (
    <>
      <input
        className="visually-hidden"
        type="text"
        autoComplete="username"
        value={username}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label={['新密码', 'New password']}
        required
        size={size}
        icon={KeyRound}
        purpose="new"
        name="new-password"
        value={fresh}
        onChange={onFresh}
        autoFocus={size === 'large'}
        hint={['至少8位，不要使用常见密码', 'At least 8 characters; avoid common passwords']}
        {...(errors.password ? { error: errors.password } : {})}
      />
      {fresh !== '' && (
        <div
          className="grade"
          data-grade={grade}
          role="meter"
          aria-valuemin={0}
          aria-valuemax={3}
          aria-valuenow={grade}
          aria-label={translate(['密码强度', 'Password strength'])}
          aria-valuetext={translate(grades[grade]!)}
        >
          <i />
          <i />
          <i />
          <span>{translate(grades[grade]!)}</span>
        </div>
      )}
      <PasswordField
        label={['再次输入', 'Repeat the password']}
        required
        size={size}
        icon={ShieldCheck}
        purpose="new"
        name="again"
        value={again}
        onChange={onAgain}
        placeholder={['请再次输入新密码', 'Enter the new password again']}
        {...(errors.again ? { error: errors.again } : {})}
      />
    </>
  )
}
