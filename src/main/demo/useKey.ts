/** A customer's program: with its own API key it fetches new passages every few minutes. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PublicApi } from '#simulators/PublicApi.ts'
import type { Vault } from '#server/ports.ts'

const PLACE = 'file|demo-key'
const EVERY_MS = 4 * 60_000
const POINTS = ['passRecord:list', 'deviceBind:list', 'person:list']

interface Credentials {
  clientId: string
  secret: string
}

/** The existing key, or a new one where `make` allows it; otherwise null. */
export async function ensureKey(
  api: PublicApi,
  { appId, make, dataDir, vault }: { appId: string; make: boolean; dataDir: string; vault: Vault },
): Promise<Credentials | null> {
  const file = join(dataDir, 'demo', 'key')
  const stored = await readFile(file).then(
    bytes => JSON.parse(vault.open(bytes, PLACE).toString()) as Credentials,
    () => null,
  )
  if (stored || !make) return stored
  const key = await makeKey(api, appId)
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
  await writeFile(file, vault.seal(JSON.stringify(key), PLACE), { mode: 0o600 })
  return key
}

/** Runs until the signal is aborted. */
export async function useKey(base: string, key: Credentials, appId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // A revoked key is refused; like a real program, it keeps trying.
    await askOnce(base, key, appId).catch(() => {})
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
  }
}

async function makeKey(api: PublicApi, appId: string): Promise<Credentials> {
  const key = { name: '数据看板', points: POINTS, addresses: '127.0.0.1/32\n::1/128' }
  const { clientId, secret } = await api.post<Credentials>(`/api/admin/apiKey?appId=${appId}`, key)
  return { clientId, secret }
}

async function askOnce(base: string, { clientId, secret }: Credentials, appId: string): Promise<void> {
  const basic = Buffer.from(`${clientId}:${secret}`).toString('base64')
  const answer = await fetch(`${base}/api/auth/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (!token) return
  for (const path of ['person/passRecord', 'device/bind'])
    await fetch(`${base}/api/${path}/page?appId=${appId}&size=20`, { headers: { authorization: `Bearer ${token}` } })
}
