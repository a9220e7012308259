/** Replaces a first password, which others have seen, before the first session. */
import { useState } from 'react'
import { ArrowLeft } from 'lucide-react'
import { BACK_TO_SIGN_IN } from '#base/signInTexts.ts'
import { noAnswer } from '#console/data/noAnswer.ts'
import { NewPassword, newPasswordProblem, type NewPasswordErrors } from '#console/app/login/NewPassword.tsx'
import {
  randomWord,
  RequestError,
  setFirstPassword,
  signIn,
  type Outcome,
  type PasswordStep,
} from '#console/app/login/signIn.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'

export type FirstPasswordProps = {
  platform: string
  step: PasswordStep & { username: string }
  onBack: () => void
  onOutcome: (outcome: Outcome, who: { username: string; password: string }) => boolean
}

export const FirstPassword = ({ platform, step, onBack, onOutcome }: FirstPasswordProps) => {
  const translate = useTranslate()
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [errors, setErrors] = useState<NewPasswordErrors>({})
  const [message, setMessage] = useState<{ tone: 'bad' | 'info'; words: Words }>({
    tone: 'info',
    words: ['首次登录，请先设置自己的密码。', 'This is your first sign-in. Please choose your own password.'],
  })
  const [busy, setBusy] = useState(false)
  const change = async (): Promise<void> => {
    if (busy) return
    const found = newPasswordProblem(fresh, again)
    setErrors(found)
    if (Object.keys(found).length) return
    setBusy(true)
    try {
      await setFirstPassword(platform, step.ticket, fresh)
      const who = { username: step.username, password: fresh }
      const outcome = await signIn({ platform, ...who, code: '', randomStr: randomWord() })
      if (!onOutcome(outcome, who)) onBack()
    } catch (error) {
      if (error instanceof RequestError && error.fields.length) setErrors({ password: error.fields[0]!.msg })
      else setMessage({ tone: 'bad', words: error instanceof RequestError && error.message ? error.message : noAnswer })
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
        void change()
      }}
    >
      <h1>{translate(['设置新密码', 'Choose a new password'])}</h1>
      <Notice tone={message.tone}>{translate(message.words)}</Notice>
      <NewPassword
        username={step.username}
        fresh={fresh}
        again={again}
        onFresh={setFresh}
        onAgain={setAgain}
        errors={errors}
      />
      <Button variant="primary" size="large" wide type="submit" busy={busy}>
        {translate(['保存并登录', 'Save and sign in'])}
      </Button>
      <Button variant="quiet" icon={ArrowLeft} onPress={onBack}>
        {translate(BACK_TO_SIGN_IN)}
      </Button>
    </form>
  )
}
