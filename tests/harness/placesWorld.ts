/** The data of every noun with an account that is limited to the places of one device; the words are those of another device. */
import sql from 'sql-template-tag'
import { all, furnishCanaries, pointsOf } from './canaries.ts'
import type { EveryNoun } from './everyNoun.ts'
import { quickAccount, quickRole, type QuickAccount } from './quickAccount.ts'
import { startTestServer, type TestServer } from './server.ts'

const ENGINE = { role: 'engine' } as const
/** The first row of everything is outside and holds the words; the third is inside. */
export const [OUTSIDE, INSIDE] = [0, 2]

export interface PlacesWorld {
  server: TestServer
  world: EveryNoun
  /** With every point, limited to the site of the device inside. */
  guard: QuickAccount
  /** With the same points and without limits. */
  chief: QuickAccount
  deviceOf(row: number): string
  limited(places: { sites?: string[]; groups?: string[] }): Promise<QuickAccount>
  /** Calls as the guard, or with the given token. */
  ask(method: string, url: string, body?: unknown, token?: string): Promise<{ status: number; text: string }>
  close(): Promise<void>
}

export async function startPlacesWorld(): Promise<PlacesWorld> {
  const server = await startTestServer()
  const world = await furnishCanaries(server)
  const deviceOf = (row: number): string => world.idOf('devices.device', row)
  const unlimited = async (): Promise<QuickAccount> => {
    const role = await quickRole(server, { points: all.flatMap(pointsOf) })
    return quickAccount(server, { type: 2, roleIds: [role], apps: [world.appId] })
  }
  const limited: PlacesWorld['limited'] = async places => {
    const account = await unlimited()
    await server.ports.db.query(
      ENGINE,
      sql`insert into identity.account_scope (account_id, app_id, site_ids, group_ids)
        values (${account.id}, ${world.appId}, ${places.sites ?? []}::bigint[], ${places.groups ?? []}::bigint[])`,
    )
    return account
  }
  await world.admin.query('update applications.application set source_id = 1 where id = $1', [world.appId])
  for (const table of ['devices.frame', 'devices.session'])
    await world.admin.query(`update ${table} set app_id = $1 where device_id = $2`, [world.appId, deviceOf(INSIDE)])
  const guard = await limited({ sites: [world.idOf('applications.site', INSIDE)] })
  const chief = await unlimited()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...{ server, world, guard, chief, deviceOf, limited },
    async ask(method, url, body, token = guard.token) {
      const answer = await server.app.inject({
        method: method as 'GET',
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(method === 'GET' || method === 'DELETE' ? {} : { payload: (body ?? {}) as object }),
      })
      if (answer.statusCode >= 500) throw new Error(`${method} ${url}: ${answer.statusCode}`)
      return { status: answer.statusCode, text: answer.body }
    },
    async close() {
      await world.admin.end()
      await server.close()
    },
  }
}
