/** Networks and proxies as the environment writes them. */
import { isIP } from 'node:net'

/** A network that callbacks may reach besides public ones; `ports` is null for every port. */
export type AllowedNetwork = {
  address: string
  family: 'ipv4' | 'ipv6'
  prefix: number
  ports: { from: number; to: number } | null
}

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** The items of a comma-separated list. */
export const items = (text: string): string[] =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(Boolean)

/** `10.1.0.0/16`, `10.1.0.0/16:443`, `[fd00::]/8:8000-8999`; a string is the error message. */
export function networkOf(item: string): AllowedNetwork | string {
  const match = /^(?:\[([0-9a-f:.]+)\]|([0-9a-f:.]+?))(?:\/(\d{1,3}))?(?::(\d{1,5})(?:-(\d{1,5}))?)?$/i.exec(item)
  const address = match?.[1] ?? match?.[2] ?? ''
  const version = isIP(address)
  if (!match || version === 0)
    return `${JSON.stringify(item)} is no network; write 10.1.0.0/16, 10.1.0.0/16:443 or [fd00::]/8:8000-8999`
  const bits = version === 4 ? 32 : 128
  const prefix = match[3] === undefined ? bits : Number(match[3])
  const from = match[4] === undefined ? null : Number(match[4])
  const to = match[5] === undefined ? from : Number(match[5])
  if (prefix > bits) return `${JSON.stringify(item)}: the prefix is at most ${bits}`
  if (from !== null && to !== null && (from < 1 || to > 65535 || from > to))
    return `${JSON.stringify(item)}: ports run from 1 to 65535`
  return {
    address,
    family: version === 4 ? 'ipv4' : 'ipv6',
    prefix,
    ports: from === null || to === null ? null : { from, to },
  }
}

/** Trusting every proxy would let anyone choose the address under which they are logged, so `on` is refused. */
export function trustProxyOf(text: string | null, wrong: (what: string) => null): false | number | string[] {
  if (text === null || text === 'off') return false
  if (/^[1-9]$/.test(text)) return Number(text)
  const networks = items(text)
  for (const network of networks) {
    const [address = '', prefix, more] = network.split('/')
    const version = isIP(address)
    const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
    if (network !== 'loopback' && (version === 0 || !fits || more !== undefined))
      wrong(
        `${JSON.stringify(network)} is neither off, a number of hops from 1 to 9, nor an address or network of your proxy`,
      )
  }
  return networks
}
