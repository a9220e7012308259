/** The letters of a picture; pressing the picture brings another. */
import type { Ref } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import './Captcha.css'

export type CaptchaProps = {
  value: string
  onChange: (value: string) => void
  src: string
  onNew: () => void
  error?: Words
  label?: Words
  name?: string
  size?: 'medium' | 'large'
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

export const Captcha = ({
  value,
  onChange,
  src,
  onNew,
  error,
  label = ['验证码', 'Captcha'],
  name = 'code',
  size = 'large',
  autoFocus = false,
  ref,
}: CaptchaProps) => {
  const translate = useTranslate()
  return (
    <div className="login-captcha" data-size={size}>
      <TextField
        label={label}
        required
        size={size}
        autoFocus={autoFocus}
        name={name}
        value={value}
        onChange={onChange}
        maxLength={8}
        placeholder={['4 位，不分大小写', '4 letters, not case-sensitive']}
        {...(error ? { error } : {})}
        {...(ref ? { ref } : {})}
      />
      <button
        type="button"
        onClick={onNew}
        aria-label={translate(['换一张验证码', 'New captcha'])}
        data-tip={translate(['看不清？换一张', 'Hard to read? Get another one'])}
      >
        <img src={src} alt="" width={120} height={40} />
      </button>
    </div>
  )
}
