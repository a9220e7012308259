/** Encrypts a password before it is sent: the `v2.` form by the browser's cryptography, or the contract's AES form without it. */
import type { PublicConfig } from '#console/data/publicConfig.ts'

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const base64url = (bytes: Uint8Array): string =>
  base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))

/** 24 letters and digits, for captchas and as a word of one use. */
export const randomWord = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), byte => 'abcdefghijkmnpqrstuvwxyz23456789'[byte % 32]!).join(
    '',
  )

/** base64(AES-128-CBC, key = IV, zero padding): the contract's form. */
const sealV1 = async (password: string, passwordKey: string): Promise<string> => {
  // Few browsers need it: those of plain http, and old ones.
  const { encryptCbc } = await import('#console/data/encryptCbc.ts')
  const key = bytesOf(passwordKey)
  return base64(encryptCbc(bytesOf(password), key, key))
}

/** `v2.` + base64url(ephemeral key 32 · iv 12 · ciphertext and tag); X25519, HKDF-SHA256, AES-256-GCM. */
const sealV2 = async (password: string, config: PublicConfig): Promise<string> => {
  const { subtle } = crypto
  const server = await subtle.importKey('raw', fromBase64url(config.login.v2PublicKey), { name: 'X25519' }, false, [])
  const own = (await subtle.generateKey({ name: 'X25519' }, false, ['deriveBits'])) as CryptoKeyPair
  const ephemeral = new Uint8Array(await subtle.exportKey('raw', own.publicKey))
  const shared = await subtle.importKey(
    'raw',
    await subtle.deriveBits({ name: 'X25519', public: server }, own.privateKey, 256),
    'HKDF',
    false,
    ['deriveKey'],
  )
  const key = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: ephemeral, info: bytesOf('portico-password-v2') },
    shared,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  )
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = bytesOf(JSON.stringify({ pwd: password, randomStr: randomWord(), ts: Date.now() + config.clockOffMs }))
  const sealed = new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv }, key, plain))
  return `v2.${base64url(new Uint8Array([...ephemeral, ...iv, ...sealed]))}`
}

/** On plain http there is no `crypto.subtle`, and older browsers lack X25519: then the AES form goes out. */
export const sealPassword = async (password: string, config: PublicConfig): Promise<string> => {
  try {
    return await sealV2(password, config)
  } catch {
    return await sealV1(password, config.login.passwordKey)
  }
}
