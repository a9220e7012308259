/** The card of second factors: authenticator app, passkeys, and the codes that recover an account without them. */
import { SECOND_FACTOR } from '#base/signInTexts.ts'
import { Fingerprint, KeyRound, LifeBuoy, Plus, ShieldCheck } from 'lucide-react'
import { REMOVE } from '#base/texts.ts'
import { showInstant } from '#base/time.ts'
import { passkeyNeeds, passkeysWork } from '#console/app/login/passkey.ts'
import { del, RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { ask, KIND, quiet, type OwnAccount } from './ownAccount.ts'
import { factorDialogs, type AccountAct, type SecurityDialog } from './securityParts.ts'

type OnCodes = (recovery: readonly string[]) => void

const FactorLine = ({ factor, act }: { factor: OwnAccount['factors'][number]; act: AccountAct }) => {
  const translate = useTranslate()
  const words: Words =
    factor.kind === KIND.totp
      ? ['验证器', 'Authenticator app']
      : [`通行密钥 ${factor.name ?? ''}`, `Passkey ${factor.name ?? ''}`]
  const remove = async (): Promise<void> => {
    if (!(await confirm({ message: [`确定移除${translate(words)}吗？`, `Remove ${translate(words)}?`], danger: true })))
      return
    await act(() => del(`/api/auth/factor/${factor.id}`, quiet), ['已移除', 'Removed'])
  }
  return (
    <li>
      <Icon of={factor.kind === KIND.totp ? ShieldCheck : Fingerprint} size={20} />
      <div className="security-words">
        <b>
          {translate(words)}
          <Pill tone="ok">{['已启用', 'On']}</Pill>
        </b>
        <small>
          <span>
            {translate([`添加于 ${showInstant(factor.createdAt)}`, `Added ${showInstant(factor.createdAt)}`])}
          </span>
          {factor.lastUsedAt && (
            <span>
              {translate([`最近使用 ${showInstant(factor.lastUsedAt)}`, `Last used ${showInstant(factor.lastUsedAt)}`])}
            </span>
          )}
        </small>
      </div>
      <Button size="small" tone="bad" onPress={() => void remove()}>
        {translate(REMOVE)}
      </Button>
    </li>
  )
}

const RecoveryLine = ({ left, onCodes }: { left: number; onCodes: OnCodes }) => {
  const translate = useTranslate()
  return (
    <li>
      <Icon of={left > 2 ? LifeBuoy : KeyRound} size={20} />
      <div className="security-words">
        <b>
          {translate(['恢复码', 'Recovery codes'])}
          <Pill tone={left > 2 ? 'ok' : 'warn'}>{[`剩余 ${left} 个`, `${left} left`]}</Pill>
        </b>
        <small>{translate(['重新生成后，之前的全部失效', 'New ones void those before'])}</small>
      </div>
      <Button
        size="small"
        onPress={() =>
          // The call invalidates the old codes, so the dialog for the new ones is loaded before it.
          void factorDialogs()
            .then(() => ask<{ recovery: string[] }>('/api/auth/recovery'))
            .then(
              answer => onCodes(answer.recovery),
              (failure: unknown) =>
                toast.error(failure instanceof RequestError ? failure.message || undefined : undefined),
            )
        }
      >
        {translate(['重新生成', 'Renew'])}
      </Button>
    </li>
  )
}

type SecondFactorsProps = {
  account: OwnAccount
  act: AccountAct
  onOpen: (dialog: SecurityDialog) => void
  /** New recovery codes were made, which are shown once. */
  onCodes: OnCodes
}

export const SecondFactors = ({ account, act, onOpen, onCodes }: SecondFactorsProps) => {
  const translate = useTranslate()
  const hasTotp = account.factors.some(factor => factor.kind === KIND.totp)
  return (
    <Card
      title={SECOND_FACTOR}
      actions={
        <div className="security-acts">
          {!hasTotp && (
            <Button size="small" icon={Plus} onPress={() => onOpen('totp')}>
              {translate(['验证器', 'App'])}
            </Button>
          )}
          <Button
            size="small"
            icon={Plus}
            disabled={!passkeysWork()}
            {...(passkeysWork() ? {} : { 'data-tip': translate(passkeyNeeds) })}
            onPress={() => onOpen('passkey')}
          >
            {translate(['通行密钥', 'Passkey'])}
          </Button>
        </div>
      }
    >
      {account.factors.length === 0 ? (
        <Notice tone={account.required ? 'warn' : 'info'}>
          {translate(
            account.required
              ? [
                  '您的机构要求两步验证，下次登录时需要设置。',
                  'Your organisation requires one; you will set it up at your next sign-in.',
                ]
              : [
                  '登录时除密码外再验证一次，密码泄露也无法登录。',
                  'With a second step a leaked password opens nothing.',
                ],
          )}
        </Notice>
      ) : (
        <ul className="security-list">
          {account.factors.map(factor => (
            <FactorLine key={factor.id} factor={factor} act={act} />
          ))}
          <RecoveryLine left={account.recoveryLeft} onCodes={onCodes} />
        </ul>
      )}
    </Card>
  )
}
