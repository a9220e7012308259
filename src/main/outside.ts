/** External services that are called: the SMS provider, providers of social sign-in, and that of map tiles. */
import { SOCIAL_PROVIDERS, type MapTiles, type SmsSettings, type SocialSettings } from '#server/ports.ts'
import { items } from './networks.ts'
import type { VariableName } from './variables.ts'

type Get = (name: VariableName) => string | null
type Wrong = (name: VariableName, what: string) => null

const HOSTS = { aliyun: 'https://dysmsapi.aliyuncs.com', tencent: 'https://sms.tencentcloudapi.com' } as const
const NEEDED = ['PORTICO_SMS_KEY', 'PORTICO_SMS_SIGN', 'PORTICO_SMS_TEMPLATE'] as const

/** Codes are printed unless a provider is configured; then all its settings are required. */
export function readSms(get: Get, wrong: Wrong): SmsSettings {
  const provider = get('PORTICO_SMS') ?? 'console'
  if (provider !== 'console' && provider !== 'aliyun' && provider !== 'tencent') {
    wrong('PORTICO_SMS', `${JSON.stringify(provider)} is none of console, aliyun, tencent`)
    return { provider: 'console' }
  }
  if (provider === 'console') {
    for (const name of [...NEEDED, 'PORTICO_SMS_NOTICE_TEMPLATE', 'PORTICO_SMS_APP', 'PORTICO_SMS_URL'] as const)
      if (get(name)) wrong(name, 'has no effect without PORTICO_SMS')
    return { provider }
  }
  for (const name of NEEDED) if (!get(name)) wrong(name, `is required with PORTICO_SMS=${provider}`)
  if (provider === 'tencent' && !get('PORTICO_SMS_APP'))
    wrong('PORTICO_SMS_APP', 'is required with PORTICO_SMS=tencent')
  // Never repeated in a message, because it contains a secret.
  const [keyId = '', ...rest] = (get('PORTICO_SMS_KEY') ?? '').split(':')
  if (get('PORTICO_SMS_KEY') && !(keyId && rest.join(':'))) wrong('PORTICO_SMS_KEY', 'is not of the form id:secret')
  const url = get('PORTICO_SMS_URL') ?? HOSTS[provider]
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    wrong('PORTICO_SMS_URL', `is not an address of the form ${HOSTS[provider]}`)
  return {
    provider,
    url: url.replace(/\/+$/, ''),
    keyId,
    keySecret: rest.join(':'),
    signName: get('PORTICO_SMS_SIGN') ?? '',
    template: get('PORTICO_SMS_TEMPLATE') ?? '',
    noticeTemplate: get('PORTICO_SMS_NOTICE_TEMPLATE') ?? '',
    app: get('PORTICO_SMS_APP') ?? '',
  }
}

/** `WX=appid:secret,QQ=…` */
export function readSocial(get: Get, wrong: Wrong): SocialSettings {
  const settings: SocialSettings = {}
  for (const [index, item] of items(get('PORTICO_SOCIAL') ?? '').entries()) {
    const [, name = '', appId = '', secret = ''] = /^([A-Z]+)=([^:]+):(.+)$/.exec(item) ?? []
    const provider = SOCIAL_PROVIDERS.find(one => one === name)
    if (!provider)
      wrong('PORTICO_SOCIAL', `entry ${index + 1} is not of the form ${SOCIAL_PROVIDERS.join('|')}=appid:secret`)
    else settings[provider] = { appId, secret }
  }
  return settings
}

const TILES_FORM = 'https://tiles.example.cn/{z}/{x}/{y}.png;attribution;wgs84'

/** Address, attribution and datum, separated by semicolons. The address may hold a key, so no message repeats it. */
export function readMapTiles(get: Get, wrong: Wrong): MapTiles | null {
  const given = get('PORTICO_MAP_TILES')
  if (!given) return null
  const [address = '', attribution = '', datum = '', ...rest] = given.split(';').map(part => part.trim())
  const known = datum === 'wgs84' || datum === 'gcj02'
  const complete = ['{z}', '{x}', '{y}'].every(part => address.includes(part))
  if (!attribution || !datum || rest.length > 0) return wrong('PORTICO_MAP_TILES', `is not of the form ${TILES_FORM}`)
  if (!complete || !/^https?:\/\//.test(address) || !URL.canParse(address.replace(/[{}]/g, '')))
    return wrong('PORTICO_MAP_TILES', `has no address of the form ${TILES_FORM.split(';')[0]}`)
  return known
    ? { address, attribution, datum }
    : wrong('PORTICO_MAP_TILES', `${JSON.stringify(datum)} is none of wgs84, gcj02`)
}
