/** The card of the ways to sign in: password, phone, and accounts elsewhere. */
import { MOBILE_NUMBER } from '#base/signInTexts.ts'
import { Link2, Lock, Smartphone } from 'lucide-react'
import { showInstant } from '#base/time.ts'
import { goToProvider, providerNames } from '#console/app/login/SocialButtons.tsx'
import { del } from '#console/data/request.ts'
import { sessionValue } from '#console/data/session.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { quiet, type OwnAccount } from './ownAccount.ts'
import type { AccountAct, SecurityDialog } from './securityParts.ts'

type SignInWaysProps = { account: OwnAccount; act: AccountAct; onOpen: (dialog: SecurityDialog) => void }

export const SignInWays = ({ account, act, onOpen }: SignInWaysProps) => {
  const translate = useTranslate()
  return (
    <Card title={['登录方式', 'Signing in']}>
      <ul className="security-list">
        <li>
          <Icon of={Lock} size={20} />
          <div className="security-words">
            <b>{translate(['登录密码', 'Password'])}</b>
            <small>{translate(['修改后，其他设备会退出登录', 'Changing it signs other devices out'])}</small>
          </div>
          <Button size="small" onPress={() => onOpen('password')}>
            {translate(['修改', 'Change'])}
          </Button>
        </li>
        <li>
          <Icon of={Smartphone} size={20} />
          <div className="security-words">
            <b>
              {translate(MOBILE_NUMBER)}
              {account.phone && <span className="mono">{account.phone}</span>}
            </b>
            <small>{translate(['用于短信登录和找回密码', 'For signing in by SMS and for a forgotten password'])}</small>
          </div>
          <Button size="small" onPress={() => onOpen('phone')}>
            {translate(account.phone ? ['更换', 'Change'] : ['绑定', 'Set'])}
          </Button>
        </li>
        {account.social.map(({ provider, linkedAt }) => (
          <li key={provider}>
            <Icon of={Link2} size={20} />
            <div className="security-words">
              <b>{translate(providerNames[provider] ?? provider)}</b>
              <small>
                {translate(
                  linkedAt
                    ? [`绑定于 ${showInstant(linkedAt)}`, `Linked ${showInstant(linkedAt)}`]
                    : ['未绑定', 'Not linked'],
                )}
              </small>
            </div>
            {linkedAt ? (
              <Button
                size="small"
                tone="bad"
                onPress={() => void act(() => del(`/api/auth/social/${provider}`, quiet), ['已解绑', 'Unlinked'])}
              >
                {translate(['解绑', 'Unlink'])}
              </Button>
            ) : (
              <Button
                size="small"
                onPress={() => void goToProvider(provider, sessionValue('platform') ?? '').catch(() => {})}
              >
                {translate(['绑定', 'Link'])}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
