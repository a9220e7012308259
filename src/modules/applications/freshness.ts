/** How long an answer of HTTP may be shown again without asking for it again (RFC 9111 4.2.1). */
import type { IncomingHttpHeaders } from 'node:http'

/** Seconds: for the browser that asked, and for a server that shows it to others. */
export interface Freshness {
  browserS: number
  serverS: number
}

export function freshness(headers: IncomingHttpHeaders, nowMs: number): Freshness {
  const control = String(headers['cache-control'] ?? '').toLowerCase()
  if (/\bno-(store|cache)\b/.test(control)) return { browserS: 0, serverS: 0 }
  const named = (name: string): number | null => {
    const found = new RegExp(`(?:^|[\\s,])${name}="?(\\d+)`).exec(control)
    return found ? Number(found[1]) : null
  }
  const expires = Date.parse(String(headers.expires ?? ''))
  const byDate = Number.isNaN(expires) ? 0 : Math.floor((expires - nowMs) / 1000)
  const age = Number(headers.age) || 0
  const left = (seconds: number): number => Math.max(0, seconds - age)
  const browserS = left(named('max-age') ?? byDate)
  return { browserS, serverS: /\bprivate\b/.test(control) ? 0 : left(named('s-maxage') ?? named('max-age') ?? byDate) }
}
