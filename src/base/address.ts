/** The one form of a network address, whether a socket, a proxy or a person wrote it. */

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/** The eight groups of a canonical IPv6 address. */
function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::').map(side => side.split(':').filter(Boolean))
  const [first, last] = [before, after ?? []] as [string[], string[]]
  const gap = after === undefined ? 0 : 8 - first.length - last.length
  return [...first, ...Array<string>(gap).fill('0'), ...last].map(group => parseInt(group, 16))
}

/** Lower case and compressed (RFC 5952), as the URL standard writes hosts; null when it is none. */
function ipv6(text: string): string | null {
  const host = `http://[${text}]/`
  return /^[\da-f:.]*:[\da-f:.]*$/i.test(text) && URL.canParse(host) ? new URL(host).hostname.slice(1, -1) : null
}

/**
 * Without the port and the brackets that proxies add, without the zone of a link; an IPv4 address in IPv6 is that IPv4
 * address. Null for what is no address.
 */
export function canonicalAddress(given: string): string | null {
  const [, bracketed, plain = ''] = /^"?(?:\[([^\]]*)\](?::\d*)?|(.*?))"?$/s.exec(given.trim()) ?? []
  const bare = (bracketed ?? plain).replace(/%.*$/s, '')
  const four = bracketed === undefined ? bare.replace(/^([\d.]+):\d*$/, '$1') : bare
  if (IPV4.test(four)) return four
  const six = ipv6(bare)
  if (six === null) return null
  const groups = groupsOf(six)
  if (groups.slice(0, 5).some(group => group !== 0) || groups[5] !== 0xffff) return six
  return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.')
}

/** What counts as one client: an IPv4 address, or the network of 64 bits of an IPv6 address. */
export function clientNetwork(address: string): string {
  if (!address.includes(':')) return address
  const network = groupsOf(address)
    .slice(0, 4)
    .map(group => group.toString(16))
  return `${network.join(':')}::`
}

/** The first 48 bits of an IPv6 address, or 24 of IPv4: what one customer usually has (RFC 6177). */
export const customerNetwork = (address: string): string =>
  address.includes(':')
    ? groupsOf(address)
        .slice(0, 3)
        .map(group => group.toString(16))
        .join(':')
    : address.split('.', 3).join('.')
