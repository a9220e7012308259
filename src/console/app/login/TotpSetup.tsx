/** Setting up an authenticator app: the picture to scan, the words to type instead, the first code. */
import { QrCode } from '#console/kit/figure/QrCode.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import './factor.css'

export type Setup = { secret: string; uri: string; setup: string }
export type TotpSetupProps = { setup: Setup; code: string; onCode: (code: string) => void; error?: Words | undefined }

export const TotpSetup = ({ setup, code, onCode, error }: TotpSetupProps) => {
  const translate = useTranslate()
  return (
    <div className="totp-setup">
      <QrCode text={setup.uri} label={['用验证器扫描的二维码', 'QR code for the authenticator app']} />
      <div className="totp-setup-words">
        <p>
          {translate([
            '用任一验证器应用（如 Microsoft Authenticator、FreeOTP）扫描二维码，再输入它显示的 6 位数字。',
            'Scan with any authenticator app (such as FreeOTP), then enter the six digits it shows.',
          ])}
        </p>
        <p className="totp-setup-secret">
          <span>{translate(['无法扫描时手动输入', 'Cannot scan? Enter this key'])}</span>
          <Copyable shown={setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}>{setup.secret}</Copyable>
        </p>
      </div>
      <TextField
        label={['验证码', 'Code']}
        required
        name="totp"
        size="large"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        mono
        autoFocus
        value={code}
        onChange={onCode}
        placeholder={['6 位数字', '6 digits']}
        {...(error ? { error } : {})}
      />
    </div>
  )
}
