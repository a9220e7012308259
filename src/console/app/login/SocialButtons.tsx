/** Buttons to sign in with linked accounts. */
import { get } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'

export const providerNames: Readonly<Record<string, Words>> = {
  WX: ['微信', 'WeChat'],
  QQ: 'QQ',
  GITEE: ['码云', 'Gitee'],
  OSC: ['开源中国', 'OSChina'],
}

/** Sends the browser to a provider; it comes back to the login page, or to the own account. */
export const goToProvider = async (provider: string, platform: string, token?: false): Promise<void> => {
  const { url } = await get<{ url: string }>(
    '/api/auth/social/start',
    { provider, platform },
    token === false ? { token } : {},
  )
  location.assign(url)
}

export const SocialButtons = ({ platform, providers }: { platform: string; providers: readonly string[] }) => {
  const translate = useTranslate()
  return (
    <div className="login-social">
      <span>{translate(['其他方式', 'Or with'])}</span>
      {providers.map(provider => (
        <Button
          key={provider}
          size="small"
          onPress={() => void goToProvider(provider, platform, false).catch(() => {})}
        >
          {translate(providerNames[provider] ?? provider)}
        </Button>
      ))}
    </div>
  )
}
