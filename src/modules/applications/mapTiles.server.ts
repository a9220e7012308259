/** Tiles of maps: fetched from the provider by the server, so that browsers reach no other origin and see no key. */
import { Refusal } from '#model/error.ts'
import { OutboundFailed, safeFetchBytes } from '#server/outbound/safeFetch.ts'
import { endpoint, raw } from '#server/parts.ts'
import { freshness } from './freshness.ts'

const MOST_BYTES = 1_000_000
/** Of all cached tiles; the least recently used go first. */
const MOST_CACHED_BYTES = 32_000_000
const KINDS = /^image\/(png|jpeg|webp)$/

interface Tile {
  body: Buffer
  type: string
  /** Until when this server, and a browser, may show it without asking again. */
  serverUntilMs: number
  browserUntilMs: number
}
/** By address, the most recently used last, for as long as their provider allows. */
const cached = new Map<string, Tile>()
let cachedBytes = 0
function drop(url: string): void {
  cachedBytes -= cached.get(url)?.body.length ?? 0
  cached.delete(url)
}
function cache(url: string, tile: Tile): void {
  drop(url)
  cached.set(url, tile)
  cachedBytes += tile.body.length
  for (const oldest of cached.keys()) {
    if (cachedBytes <= MOST_CACHED_BYTES) return
    drop(oldest)
  }
}
/** Fetches under way: several users who open the same map cause one request for each tile. */
const fetching = new Map<string, Promise<Tile>>()
function fetchOnce(url: string, nowMs: number, allow: Parameters<typeof safeFetchBytes>[2]): Promise<Tile> {
  const begun = fetching.get(url) ?? fetchTile(url, nowMs, allow).finally(() => fetching.delete(url))
  fetching.set(url, begun)
  return begun
}

export const mapTilesInfo = endpoint({
  method: 'GET',
  path: '/api/map/tiles',
  access: 'login',
  places: true,
  scope: 'none',
  summary: [
    '地图瓦片的署名和坐标系；未配置瓦片时为 null',
    'The attribution and the datum of map tiles; null where none are configured',
  ],
  async run(ctx) {
    const { mapTiles } = ctx.ports
    return mapTiles && { attribution: mapTiles.attribution, datum: mapTiles.datum }
  },
})

/** Column and row of a tile that exists at its zoom; null for anything else. */
function placeOf(given: Record<string, string>): { z: number; x: number; y: number } | null {
  const [z, x, y] = ['z', 'x', 'y'].map(name => (/^\d{1,7}$/.test(given[name] ?? '') ? Number(given[name]) : -1))
  const within = (at: number): boolean => at >= 0 && at < 2 ** z!
  return z! >= 0 && z! <= 20 && within(x!) && within(y!) ? { z: z!, x: x!, y: y! } : null
}

export const mapTile = raw({
  method: 'GET',
  path: '/api/map/tiles/:z/:x/:y',
  access: 'login',
  places: true,
  summary: ['一张地图瓦片，由服务器向瓦片提供方获取', 'A map tile, fetched from its provider by the server'],
  async handle(ports, request, reply) {
    const place = placeOf(request.params as Record<string, string>)
    if (!ports.mapTiles || !place) throw new Refusal('not_found')
    const url = ports.mapTiles.address.replace(/\{([zxy])\}/g, (_all, name: 'z' | 'x' | 'y') => String(place[name]))
    const nowMs = ports.now().getTime()
    const known = cached.get(url)
    const tile = known && known.serverUntilMs > nowMs ? known : await fetchOnce(url, nowMs, ports.callbackAllow)
    if (tile.serverUntilMs > nowMs) cache(url, tile)
    const ageS = Math.floor((tile.browserUntilMs - nowMs) / 1000)
    return reply
      .type(tile.type)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', ageS > 0 ? `private, max-age=${ageS}` : 'no-store')
      .send(tile.body)
  },
})

async function fetchTile(url: string, nowMs: number, allow: Parameters<typeof safeFetchBytes>[2]): Promise<Tile> {
  try {
    const { status, body, headers } = await safeFetchBytes(
      url,
      { method: 'GET', headers: { accept: 'image/*' } },
      allow,
      MOST_BYTES,
    )
    const type = String(headers['content-type'] ?? '')
      .split(';')[0]!
      .trim()
    if (status === 404 || status === 204) throw new Refusal('not_found')
    if (status !== 200 || !KINDS.test(type) || body.length > MOST_BYTES) throw new Refusal('unavailable')
    const { serverS, browserS } = freshness(headers, nowMs)
    return { body, type, serverUntilMs: nowMs + serverS * 1000, browserUntilMs: nowMs + browserS * 1000 }
  } catch (error) {
    // The message may name the address, which is not for browsers.
    if (error instanceof OutboundFailed) throw new Refusal('unavailable')
    throw error
  }
}
