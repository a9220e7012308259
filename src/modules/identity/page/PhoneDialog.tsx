/** Sets the user's phone number with the code sent to it. */
import { useState } from 'react'
import { SIX_DIGITS } from '#base/signInTexts.ts'
import { isPhone, PhoneCode, phoneProblem, type PhoneCodeErrors } from '#console/app/login/PhoneCode.tsx'
import { RequestError } from '#console/data/request.ts'
import { sessionValue } from '#console/data/session.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { ask } from './ownAccount.ts'

export const PhoneDialog = ({ onClose, onDone }: { onClose: () => void; onDone: () => void }) => {
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<PhoneCodeErrors>({})
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    const found: PhoneCodeErrors = {
      ...(isPhone(phone) ? {} : { phone: phoneProblem }),
      ...(/^\d{6}$/.test(code) ? {} : { code: SIX_DIGITS }),
    }
    setErrors(found)
    if (Object.keys(found).length) return
    setBusy(true)
    try {
      await ask('/api/auth/phone', { phone, code })
      toast.ok(['手机号已绑定', 'Your number is set'])
      onDone()
    } catch (error) {
      const first = error instanceof RequestError ? error.fields[0] : undefined
      if (first) setErrors({ [first.field]: first.msg })
      else toast.error(error instanceof RequestError ? error.message || undefined : undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={['绑定手机号', 'Set your number']}
      width="small"
      onSubmit={() => void submit()}
      busy={busy}
      dirty={phone !== ''}
    >
      <Stack gap={20}>
        <PhoneCode
          platform={sessionValue('platform') ?? ''}
          purpose="bind"
          size="medium"
          phone={phone}
          onPhone={setPhone}
          code={code}
          onCode={setCode}
          errors={errors}
        />
      </Stack>
    </Dialog>
  )
}
