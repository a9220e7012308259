/** Signing in by a code sent to the phone. */
import { useState } from 'react'
import { SIX_DIGITS } from '#base/signInTexts.ts'
import { Captcha } from '#console/app/login/Captcha.tsx'
import { noAnswer } from '#console/data/noAnswer.ts'
import { isPhone, PhoneCode, phoneProblem, type PhoneCodeErrors } from '#console/app/login/PhoneCode.tsx'
import { captchaUrl, randomWord, signInByPhone, type Outcome } from '#console/app/login/signIn.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'

export type PhoneFormProps = { platform: string; onOutcome: (outcome: Outcome) => boolean }

export const PhoneForm = ({ platform, onOutcome }: PhoneFormProps) => {
  const translate = useTranslate()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<PhoneCodeErrors>({})
  const [message, setMessage] = useState<Words>()
  const [asked, setAsked] = useState(false)
  const [letters, setLetters] = useState('')
  const [randomStr, setRandomStr] = useState(randomWord)
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    if (busy) return
    const found: PhoneCodeErrors = {
      ...(isPhone(phone) ? {} : { phone: phoneProblem }),
      ...(/^\d{6}$/.test(code) ? {} : { code: SIX_DIGITS }),
    }
    setErrors(found)
    if (Object.keys(found).length) return
    setBusy(true)
    setMessage(undefined)
    try {
      const outcome = await signInByPhone(platform, phone, code, { randomStr, captcha: letters.trim() })
      if (onOutcome(outcome) || outcome.ok) return
      if (outcome.need === 'captcha') setAsked(true)
      if ('msg' in outcome) setMessage(outcome.msg)
      setRandomStr(randomWord())
      setLetters('')
    } catch {
      setMessage(noAnswer)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="login-form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      {message && <Notice tone="bad">{translate(message)}</Notice>}
      <PhoneCode
        platform={platform}
        purpose="login"
        phone={phone}
        onPhone={setPhone}
        code={code}
        onCode={setCode}
        errors={errors}
      />
      {asked && (
        <Captcha
          value={letters}
          onChange={setLetters}
          src={captchaUrl(randomStr)}
          onNew={() => setRandomStr(randomWord())}
        />
      )}
      <Button variant="primary" size="large" wide type="submit" busy={busy}>
        {translate(['登 录', 'Sign in'])}
      </Button>
    </form>
  )
}
