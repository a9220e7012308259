/** Passkeys in the browser; the library comes only when one is used. */
import { post } from '#console/data/request.ts'
import type { Words } from '#console/kit/language.tsx'

/** By the standard a passkey belongs to a name, never to an address, and to a secure page. */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && !/^[\d.]+$|^\[/.test(location.hostname)
export const passkeyNeeds: Words = ['通行密钥需要通过域名和 HTTPS 访问', 'Passkeys need a domain name and HTTPS']
export const passkeyRefused: Words = ['通行密钥验证未完成，请重试', 'The passkey was not verified. Try again']

type Options = { token?: false }

/** Uses a passkey; `path` returns the options for the browser. Rejects when the user declines. */
export const usePasskey = async (path: string, body: object, options: Options = {}): Promise<unknown> => {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    post<never>(path, body, { quiet: true, ...options }),
  ])
  return startAuthentication({ optionsJSON })
}

/** Makes a passkey for the present user. */
export const makePasskey = async (path: string): Promise<unknown> => {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    post<never>(path, {}, { quiet: true }),
  ])
  return startRegistration({ optionsJSON })
}
