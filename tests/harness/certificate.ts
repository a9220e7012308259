/** Certificates for tests of TLS, which openssl creates: signed by themselves, for one name. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import type { Pem } from '#model/protocol.ts'

export interface Certificate {
  /** Paths of PEM files. */
  cert: string
  key: string
}

/** `ended`: one that is no longer valid. */
export function makeCertificate(folder: string, name: string, ended = false): Certificate {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'pipe' })
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  openssl('req', '-x509', ...kind, '-keyout', key, '-out', cert, '-subj', `/CN=${name}`)
  if (ended) openssl('x509', '-in', cert, '-signkey', key, '-days', '-1', '-out', cert)
  return { cert, key }
}

/** The name in the certificate that a new connection is shown; '' where there is no connection. */
export const shownCertificate = (port: number, host = '127.0.0.1'): Promise<string> =>
  new Promise(resolve => {
    const socket = connect({ host, port, rejectUnauthorized: false }, () => {
      const name = socket.getPeerCertificate().subject?.CN
      socket.destroy()
      resolve([name ?? ''].flat()[0]!)
    })
    socket.on('error', () => resolve(''))
  })

/** What a listener serves as `name`, to devices whose certificates are those given, signed by themselves. */
export const tlsFor = (folder: string, name: string, devices: readonly Certificate[]): Required<Pem> => ({
  ...textOf(makeCertificate(folder, name)),
  ca: devices.map(one => readFileSync(one.cert, 'utf8')).join('\n'),
})

export const textOf = ({ cert, key }: Certificate): { cert: string; key: string } => ({
  cert: readFileSync(cert, 'utf8'),
  key: readFileSync(key, 'utf8'),
})
