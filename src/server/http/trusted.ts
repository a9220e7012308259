/** Which proxies may say whom they speak for: the nearest ones, or those in networks, whatever port they write behind addresses. */
import { BlockList, isIP } from 'node:net'
import { canonicalAddress } from '#base/address.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128']

export function trusted(
  given: boolean | number | readonly string[],
): boolean | ((address: string, hop: number) => boolean) {
  if (typeof given === 'boolean') return given
  if (typeof given === 'number') return (_address, hop) => hop < given
  const list = new BlockList()
  for (const item of given.flatMap(one => (one === 'loopback' ? LOOPBACK : [one]))) {
    const [network = '', prefix] = item.split('/')
    const family = isIP(network) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(network, prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix), family)
  }
  return written => {
    const address = canonicalAddress(written)
    return address !== null && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
}
