/** A new secret of an existing device: shown once, with the commands that use it, and the wait for its first use. */
import type { DeviceClass } from '#model/device.ts'
import { Button } from '#console/kit/Button.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { ConnectSecret } from './ConnectSecret.tsx'
import type { Credentials } from '#model/protocol.ts'
import { useCheck } from './ConnectWait.tsx'

export const SecretDialog = ({
  appId,
  credentials,
  deviceClass,
  onClose,
}: {
  appId: string | undefined
  credentials: Credentials
  deviceClass: DeviceClass
  onClose: () => void
}) => {
  const translate = useTranslate()
  const check = useCheck(appId, credentials.id)
  return (
    <Dialog
      open
      onClose={onClose}
      title={['新密钥', 'New secret']}
      foot={
        <Button variant="primary" onPress={onClose}>
          {translate(['我已保存', 'I have saved it'])}
        </Button>
      }
    >
      <ConnectSecret
        credentials={{ ...credentials, ...(check?.ports ? { ports: check.ports } : {}) }}
        deviceClass={deviceClass}
      />
    </Dialog>
  )
}
