/** The certificate, key and authority of a TLS listener: read from their files, and judged before they are served. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Pem } from '#model/protocol.ts'

/** Paths; `ca` signs the client certificates that are accepted. */
export interface PemFiles {
  cert: string
  key: string
  ca: string | null
}

export const readPem = async ({ cert, key, ca }: PemFiles): Promise<Pem> => ({
  cert: await readFile(cert),
  key: await readFile(key),
  ...(ca ? { ca: await readFile(ca) } : {}),
})

/** Throws where no listener could serve it. OpenSSL alone would take empty files, and leave out an authority that is none. */
export function judgePem(pem: Pem): void {
  const certificate = new X509Certificate(pem.cert)
  if (!certificate.checkPrivateKey(createPrivateKey(pem.key))) throw new Error('the key is not that of the certificate')
  if (pem.ca !== undefined) void new X509Certificate(pem.ca)
  createSecureContext(pem)
}
