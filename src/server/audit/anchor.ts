/** A signed statement of how far the audit's chain had reached; the owner of the database cannot forge one. */
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import type { Params } from '#model/row.ts'
import type { Vault } from '../ports.ts'

export interface Anchor {
  no: string
  /** RFC 3339, UTC, milliseconds. */
  at: string
  seq: string
  chain: Buffer
  signature: Buffer
}

/** RFC 8410: an Ed25519 private key in PKCS #8 consists of these bytes and its 32-byte seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface AnchorKeys {
  privateKey: KeyObject
  publicKey: KeyObject
}

/** The key pair of this installation, derived from its master secret; the same at every start and on every machine. */
export function anchorKeys(vault: Pick<Vault, 'derive'>): AnchorKeys {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, vault.derive('audit-anchor', 32)]),
    format: 'der',
    type: 'pkcs8',
  })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

const signed = (anchor: Omit<Anchor, 'signature'>): Buffer =>
  Buffer.from(`portico-audit-anchor-v1|${anchor.no}|${anchor.at}|${anchor.seq}|${anchor.chain.toString('hex')}`)

export const signAnchor = (anchor: Omit<Anchor, 'signature'>, keys: AnchorKeys): Anchor => ({
  ...anchor,
  signature: sign(null, signed(anchor), keys.privateKey),
})

export const isGenuine = (anchor: Anchor, keys: Pick<AnchorKeys, 'publicKey'>): boolean =>
  verify(null, signed(anchor), keys.publicKey, anchor.signature)

/** One line of the anchor file. */
export const lineOf = (anchor: Anchor): string =>
  JSON.stringify({
    no: anchor.no,
    at: anchor.at,
    seq: anchor.seq,
    chain: anchor.chain.toString('hex'),
    signature: anchor.signature.toString('base64'),
  })

/** Null for an incomplete line, such as the last one before a power cut. */
export function anchorOf(line: string): Anchor | null {
  try {
    const { no, at, seq, chain, signature } = JSON.parse(line) as Params
    if (![no, seq].every(value => typeof value === 'string' && /^\d{1,19}$/.test(value)) || typeof at !== 'string')
      return null
    return {
      no: String(no),
      at,
      seq: String(seq),
      chain: Buffer.from(String(chain), 'hex'),
      signature: Buffer.from(String(signature), 'base64'),
    }
  } catch {
    return null
  }
}
