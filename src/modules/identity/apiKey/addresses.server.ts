/** Lists of addresses and networks, as people write them: one per line. */
import { BlockList, isIP } from 'node:net'

const lines = (text: string): string[] => text.split(/[\s,，;；]+/).filter(Boolean)

interface Network {
  address: string
  prefix: number
  family: 'ipv4' | 'ipv6'
}
function networkOf(line: string): Network | null {
  const [address = '', prefix, more] = line.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return null
  const bits = version === 4 ? 32 : 128
  const length = prefix === undefined ? bits : Number(prefix)
  return length <= bits ? { address, prefix: length, family: version === 4 ? 'ipv4' : 'ipv6' } : null
}

/** The first line that is neither an address nor a network, or null. */
export const wrongAddress = (text: string): string | null => lines(text).find(line => !networkOf(line)) ?? null

/** Whether an address is in the list; an empty list contains all. */
export function holdsAddress(text: string | null): (address: string) => boolean {
  const networks = lines(text ?? '').flatMap(line => networkOf(line) ?? [])
  if (networks.length === 0) return () => true
  const list = new BlockList()
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family)
  return address => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}
