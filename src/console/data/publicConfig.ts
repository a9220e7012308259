/** Configuration for pages without a session: the brand, the login client, the keys for passwords, and the offset of this clock. */
import type { Text } from '#base/text.ts'
import { currentLanguage, translateNow } from '#console/kit/language.tsx'

export interface Brand {
  code: string
  logo: string
  name: string
  title: string
  footer: string
  companyName: string
  icp?: string
  servicePhone?: string
  accent?: string
}
export interface PublicConfig {
  brand: Brand
  login: { client: string; passwordKey: string; v2PublicKey: string; social?: readonly string[] }
  /** Server time minus ours: a password sealed with a wrong clock would be refused. */
  clockOffMs: number
}

const name: Text = ['Portico 万物通', 'Portico']
/** Until the server has answered. */
export const defaultBrand = (): Brand => ({
  code: 'portico',
  logo: '',
  name: translateNow(name),
  title: translateNow(name),
  footer: `© 2026 ${translateNow(name)}`,
  companyName: 'Portico',
})

/** No brand of this code, or one that is switched off. */
export class NoSuchBrand extends Error {}

const known = new Map<string, Promise<PublicConfig>>()

const ask = async (platform: string): Promise<PublicConfig> => {
  // Not by request.ts: renewing tokens needs this answer first.
  const response = await fetch(`/api/config${platform ? `?platform=${encodeURIComponent(platform)}` : ''}`, {
    headers: { 'Accept-Language': currentLanguage() === 'en' ? 'en' : 'zh-CN' },
    signal: AbortSignal.timeout(30_000),
  })
  const answer = (await response.json()) as { code: number; msg: string | null; data: Omit<PublicConfig, 'clockOffMs'> }
  if (response.status === 404) throw new NoSuchBrand()
  if (response.status !== 200 || answer.code !== 0) throw new Error(answer.msg ?? '')
  const at = Date.parse(response.headers.get('date') ?? '')
  return { ...answer.data, clockOffMs: Number.isNaN(at) ? 0 : at - Date.now() }
}

/** `platform` is '' for our own brand, otherwise a brand's code. A failure is not remembered. */
export const publicConfig = (platform: string): Promise<PublicConfig> => {
  // A brand that comes with the product is called otherwise in another language.
  const key = `${currentLanguage()} ${platform}`
  const before = known.get(key)
  if (before) return before
  const asked = ask(platform)
  known.set(key, asked)
  asked.catch(() => known.delete(key))
  return asked
}
