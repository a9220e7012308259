/** A phone and the code sent to it: the captcha first, then a code, then a minute's wait before another. */
import { folded } from '#base/folded.ts'
import { phoneOf } from '#base/identity.ts'
import { PATTERNS } from '#base/rules.ts'
import { MOBILE_NUMBER, NO_PHONE } from '#base/signInTexts.ts'
import { useEffect, useState } from 'react'
import { MessageSquareText, Smartphone } from 'lucide-react'
import { Captcha } from '#console/app/login/Captcha.tsx'
import { captchaUrl, randomWord, RequestError } from '#console/app/login/signIn.ts'
import { knownDevice } from '#console/data/session.ts'
import { get } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'

export type PhoneCodeErrors = { phone?: Words; code?: Words }
export type PhoneCodeProps = {
  platform: string
  purpose: 'login' | 'reset' | 'register' | 'contact' | 'bind'
  phone: string
  onPhone: (phone: string) => void
  code: string
  onCode: (code: string) => void
  errors: PhoneCodeErrors
  size?: 'medium' | 'large'
}

const WAIT_S = 60
export const isPhone = (text: string): boolean => PATTERNS.phone[0].test(phoneOf(text))
export const phoneProblem: Words = NO_PHONE

export const PhoneCode = ({
  platform,
  purpose,
  phone,
  onPhone,
  code,
  onCode,
  errors,
  size = 'large',
}: PhoneCodeProps) => {
  const translate = useTranslate()
  const [randomStr, setRandomStr] = useState(randomWord)
  const [letters, setLetters] = useState('')
  const [own, setOwn] = useState<{ phone?: Words; letters?: Words; code?: Words }>({})
  const [waitS, setWaitS] = useState(0)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  useEffect(() => {
    if (waitS <= 0) return
    const timer = setTimeout(() => setWaitS(waitS - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitS])
  const renew = (): void => {
    setRandomStr(randomWord())
    setLetters('')
  }
  const send = async (): Promise<void> => {
    if (busy || waitS > 0) return
    const found = {
      ...(isPhone(phone) ? {} : { phone: phoneProblem }),
      ...(letters.trim() ? {} : { letters: ['请输入图形验证码', 'Enter the captcha'] as const }),
    }
    setOwn(found)
    if (Object.keys(found).length) return
    setBusy(true)
    try {
      const query = { purpose, platform, randomStr, code: letters.trim(), device: knownDevice() }
      await get(`/api/admin/mobile/${phoneOf(phone)}`, query, {
        quiet: true,
        ...(purpose === 'bind' ? {} : { token: false }),
      })
      setSent(true)
      setWaitS(WAIT_S)
    } catch (error) {
      const refusal = error instanceof RequestError ? error : undefined
      const words: Words = refusal?.message || ['发送失败，请重试', 'The code could not be sent. Try again']
      setOwn(refusal?.error === 'bad_captcha' ? { letters: words } : { code: words })
    } finally {
      renew()
      setBusy(false)
    }
  }
  const [phoneError, codeError] = [errors.phone ?? own.phone, errors.code ?? own.code]
  return (
    <>
      <TextField
        label={MOBILE_NUMBER}
        required
        size={size}
        icon={Smartphone}
        name="phone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={24}
        value={phone}
        onChange={onPhone}
        {...(phoneError ? { error: phoneError } : {})}
      />
      <Captcha
        label={['图形验证码', 'Captcha']}
        name="letters"
        size={size}
        value={letters}
        onChange={setLetters}
        src={captchaUrl(randomStr)}
        onNew={renew}
        {...(own.letters ? { error: own.letters } : {})}
      />
      <TextField
        label={['短信验证码', 'SMS code']}
        required
        size={size}
        icon={MessageSquareText}
        name="sms-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={code}
        onChange={given => onCode(folded(given).trim())}
        placeholder={['6 位数字', '6 digits']}
        {...(sent && !codeError
          ? {
              hint: [
                '已发送，5 分钟内有效；没有收到请检查手机号',
                'Sent; valid for 5 minutes. If it does not arrive, check the number',
              ] as const,
            }
          : {})}
        {...(codeError ? { error: codeError } : {})}
        end={
          <Button variant="quiet" size="small" busy={busy} disabled={waitS > 0} onPress={() => void send()}>
            {waitS > 0
              ? translate([`${waitS} 秒后重发`, `Resend in ${waitS} s`])
              : translate(['获取验证码', 'Send code'])}
          </Button>
        }
      />
    </>
  )
}
