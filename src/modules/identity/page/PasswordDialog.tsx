/** Changes the user's password: the current one, a new one twice; other sessions end. */
import { useState } from 'react'
import { NewPassword, newPasswordProblem, type NewPasswordErrors } from '#console/app/login/NewPassword.tsx'
import { publicConfig } from '#console/data/publicConfig.ts'
import { RequestError } from '#console/data/request.ts'
import { sealPassword } from '#console/data/sealPassword.ts'
import { sessionValue } from '#console/data/session.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { PasswordField } from '#console/kit/input/PasswordField.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { ask } from './ownAccount.ts'

export const PasswordDialog = ({ username, onClose }: { username: string; onClose: () => void }) => {
  const translate = useTranslate()
  const [old, setOld] = useState('')
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [errors, setErrors] = useState<NewPasswordErrors & { old?: Words }>({})
  const [message, setMessage] = useState<Words>()
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    const found = {
      ...(old ? {} : { old: ['请输入原密码', 'Enter your present password'] as const }),
      ...newPasswordProblem(fresh, again),
    }
    setErrors(found)
    setMessage(undefined)
    if (Object.keys(found).length) return
    setBusy(true)
    try {
      const config = await publicConfig(sessionValue('platform') ?? '')
      const [oldSealed, password] = await Promise.all([sealPassword(old, config), sealPassword(fresh, config)])
      await ask('/api/auth/password', { old: oldSealed, password })
      toast.ok(['密码已修改，其他设备已退出登录', 'Changed; other devices were signed out'])
      onClose()
    } catch (error) {
      const refusal = error instanceof RequestError ? error : undefined
      const first = refusal?.fields[0]
      if (first) setErrors({ [first.field]: first.msg })
      else setMessage(refusal?.message || ['修改失败，请重试', 'Could not be changed; try again'])
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={['修改密码', 'Change password']}
      width="small"
      onSubmit={() => void submit()}
      busy={busy}
      dirty={old !== '' || fresh !== ''}
    >
      <Stack gap={20}>
        {message && <Notice tone="bad">{translate(message)}</Notice>}
        <PasswordField
          label={['原密码', 'Present password']}
          required
          name="old-password"
          autoFocus
          value={old}
          onChange={setOld}
          {...(errors.old ? { error: errors.old } : {})}
        />
        <NewPassword
          size="medium"
          username={username}
          fresh={fresh}
          again={again}
          onFresh={setFresh}
          onAgain={setAgain}
          errors={errors}
        />
      </Stack>
    </Dialog>
  )
}
