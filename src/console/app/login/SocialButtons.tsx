/** Accounts elsewhere that may be used here; nothing where none is configured. */
import { useEffect, useState } from 'react'
import { publicConfig } from '#console/data/publicConfig.ts'
import { get } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { useSay, type Words } from '#console/kit/language.tsx'

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

export const SocialButtons = ({ platform }: { platform: string }) => {
  const say = useSay()
  const [providers, setProviders] = useState<readonly string[]>([])
  useEffect(() => {
    publicConfig(platform).then(
      config => setProviders(config.login.social ?? []),
      () => {},
    )
  }, [platform])
  if (providers.length === 0) return null
  return (
    <div className="login-social">
      <span>{say(['其他方式', 'Or with'])}</span>
      {providers.map(provider => (
        <Button
          key={provider}
          size="small"
          onPress={() => void goToProvider(provider, platform, false).catch(() => {})}
        >
          {say(providerNames[provider] ?? provider)}
        </Button>
      ))}
    </div>
  )
}
