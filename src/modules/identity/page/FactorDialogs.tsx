/** Adding an authenticator app or a passkey, and what is shown only once afterwards. */
import { NAME } from '#base/labelTexts.ts'
import { useEffect, useState } from 'react'
import { makePasskey, passkeyRefused } from '#console/app/login/passkey.ts'
import { RecoveryCodes } from '#console/app/login/RecoveryCodes.tsx'
import { TotpSetup, type Setup } from '#console/app/login/TotpSetup.tsx'
import { RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { agentWords } from '../signIn/agentWords.rules.ts'
import { ask } from './ownAccount.ts'

export type FactorDialogProps = {
  onClose: () => void
  /** Called with the first recovery codes, if there are any. */
  onDone: (recovery: readonly string[]) => void
}

const wordsOf = (error: unknown, otherwise: Words): Words =>
  error instanceof RequestError && error.message ? error.message : otherwise

export const TotpDialog = ({ onClose, onDone }: FactorDialogProps) => {
  const [setup, setSetup] = useState<Setup>()
  const [code, setCode] = useState('')
  const [error, setError] = useState<Words>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    // Without a proof of identity nothing is set up.
    ask<Setup>('/api/auth/totp/begin').then(setSetup, onClose)
  }, [])
  const submit = async (): Promise<void> => {
    if (!setup) return
    setBusy(true)
    setError(undefined)
    try {
      onDone((await ask<{ recovery: string[] }>('/api/auth/totp', { setup: setup.setup, code })).recovery)
    } catch (failure) {
      setError(wordsOf(failure, ['设置失败，请重试', 'Could not be set up; try again']))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={setup !== undefined}
      onClose={onClose}
      title={['设置验证器', 'Authenticator app']}
      onSubmit={() => void submit()}
      submitDisabled={code.length !== 6}
      busy={busy}
    >
      {setup ? <TotpSetup setup={setup} code={code} onCode={setCode} error={error} /> : <Skeleton lines={6} />}
    </Dialog>
  )
}

export const PasskeyDialog = ({ onClose, onDone }: FactorDialogProps) => {
  const translate = useTranslate()
  const [name, setName] = useState(() => translate(agentWords(navigator.userAgent)))
  const [error, setError] = useState<Words>()
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      const credential = await makePasskey('/api/auth/passkey/begin')
      onDone((await ask<{ recovery: string[] }>('/api/auth/passkey', { credential, name })).recovery)
    } catch (failure) {
      setError(wordsOf(failure, passkeyRefused))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={['添加通行密钥', 'Add a passkey']}
      width="small"
      onSubmit={() => void submit()}
      submitLabel={['继续', 'Go on']}
      busy={busy}
    >
      <Stack gap={16}>
        <Notice tone="info">
          {translate([
            '用指纹、面容或安全密钥登录。接下来由浏览器引导完成。',
            'Sign in with your fingerprint, your face or a security key. Follow the instructions of your browser.',
          ])}
        </Notice>
        {error && <Notice tone="bad">{translate(error)}</Notice>}
        <TextField label={NAME} name="passkey-name" maxLength={32} value={name} onChange={setName} />
      </Stack>
    </Dialog>
  )
}

export const RecoveryDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const translate = useTranslate()
  return (
    <Dialog
      open
      onClose={onClose}
      title={['恢复码', 'Recovery codes']}
      foot={
        <Button variant="primary" onPress={onClose}>
          {translate(['我已保存', 'I have saved them'])}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  )
}
