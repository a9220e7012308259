/** The dialog of a step-up: a passkey, a code of the app, or the password. */
import { useState } from 'react'
import { Fingerprint } from 'lucide-react'
import type { Input } from '#model/row.ts'
import { noAnswer } from '#console/data/noAnswer.ts'
import { passkeyNeeds, passkeyRefused, passkeysWork, usePasskey } from '#console/app/login/passkey.ts'
import { publicConfig } from '#console/data/publicConfig.ts'
import { post, RequestError } from '#console/data/request.ts'
import { sealPassword } from '#console/data/sealPassword.ts'
import { sessionValue } from '#console/data/session.ts'
import { Button } from '#console/kit/Button.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { PasswordField } from '#console/kit/input/PasswordField.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'

export type ProofDialogProps = { ways: readonly string[]; answer: (proved: boolean) => void }

export const ProofDialog = ({ ways, answer }: ProofDialogProps) => {
  const translate = useTranslate()
  const [way, setWay] = useState(ways[0] ?? 'password')
  const [value, setValue] = useState('')
  const [error, setError] = useState<Words>()
  const [busy, setBusy] = useState(false)
  const given = async (): Promise<Input> =>
    way === 'passkey'
      ? { credential: await usePasskey('/api/auth/proof/passkey', {}) }
      : way === 'totp'
        ? { code: value }
        : { password: await sealPassword(value, await publicConfig(sessionValue('platform') ?? '')) }
  const submit = async (): Promise<void> => {
    if (busy || (way !== 'passkey' && !value)) return
    setBusy(true)
    setError(undefined)
    try {
      await post('/api/auth/proof', await given(), { quiet: true })
      answer(true)
    } catch (failure) {
      setValue('')
      setError(
        failure instanceof RequestError ? failure.message || noAnswer : way === 'passkey' ? passkeyRefused : noAnswer,
      )
    } finally {
      setBusy(false)
    }
  }
  const blocked = way === 'passkey' && !passkeysWork()
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={['验证身份', 'Confirm your identity']}
      width="small"
      onSubmit={() => void submit()}
      submitLabel={way === 'passkey' ? ['验证通行密钥', 'Use my passkey'] : ['验证', 'Confirm']}
      submitDisabled={blocked}
      busy={busy}
    >
      <Stack gap={16}>
        <Notice tone={blocked ? 'warn' : 'info'}>
          {translate(
            blocked
              ? passkeyNeeds
              : [
                  '此操作较敏感，请再次验证身份；5 分钟内不再询问。',
                  'This is a sensitive action. Confirm your identity; you will not be asked again for five minutes.',
                ],
          )}
        </Notice>
        {way === 'passkey' && error && <Notice tone="bad">{translate(error)}</Notice>}
        {way === 'totp' && (
          <TextField
            label={['验证器显示的 6 位数字', 'Six-digit code from your authenticator app']}
            required
            name="totp"
            mono
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={value}
            onChange={setValue}
            {...(error ? { error } : {})}
          />
        )}
        {way === 'password' && (
          <PasswordField
            label={['登录密码', 'Your password']}
            required
            name="proof"
            autoFocus
            value={value}
            onChange={setValue}
            {...(error ? { error } : {})}
          />
        )}
        {ways
          .filter(other => other !== way)
          .map(other => (
            <Button key={other} variant="quiet" icon={Fingerprint} onPress={() => setWay(other)}>
              {translate(
                other === 'passkey' ? ['使用通行密钥', 'Use a passkey'] : ['使用验证器', 'Use the authenticator app'],
              )}
            </Button>
          ))}
      </Stack>
    </Dialog>
  )
}
