/** Two tenants, A and B, with rows of B by noun, and accounts of each type with every permission of their own or with none. */
import sql from 'sql-template-tag'
import { connectDevice, makeApplication } from './device.ts'
import { makePerson, makeRole, tokenOf } from './people.ts'
import { startTestServer, type Answer, type TestServer } from './server.ts'
import { digestsOfOwner } from './storedTables.ts'

const ENGINE = { role: 'engine' } as const
export const [FOSHAN, NANC, AGENCY, SUPPLIER] = ['2', '3', '910', '911'] as const
/** Part of every name that belongs to B; others must never see it. */
export const CANARY = '乙之机密'
/** Not called: it ends the caller's session, or its answer never ends. */
export const ENDS = new Set(['GET /api/auth/token/logout', 'DELETE /api/auth/token/logout', 'POST /api/auth/unlock'])
export const STREAMS = new Set(['GET /api/live'])

export interface AccessWorld {
  server: TestServer
  appA: string
  appB: string
  /** By user name; `key-a` is a program with an API key of A. */
  tokens: Record<string, string>
  /** Rows of B by noun. */
  ofB: Record<string, string>
}

export async function makeTenantApplication(server: TestServer, sourceId: string, name: string): Promise<string> {
  const id = server.ports.newId()
  await server.ports.db.query(
    ENGINE,
    sql`insert into applications.application (id, source_id, name, app_key, device_classes, state)
    select ${id}, ${sourceId}, ${name}, ${`ak${id}`}, a.device_classes, a.state from applications.application a limit 1`,
  )
  return id
}

/** The token of a program with an API key of A that has every permission a key can have. */
async function keyToken(server: TestServer, appA: string): Promise<string> {
  const points = (await server.call('GET', '/api/admin/apiKey/points')).body.data.map((one: any) => one.point)
  const made = await server.call('POST', `/api/admin/apiKey?appId=${appA}`, { name: '甲的程序', points })
  const { clientId, secret } = made.body.data
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/oauth/token?grant_type=client_credentials',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
  })
  return answer.json().access_token
}

async function makeRowsOfB(server: TestServer, appB: string, model: string): Promise<Record<string, string>> {
  const ofB: Record<string, string> = { application: appB }
  const put = async (noun: string, url: string, body: object): Promise<void> => {
    const made = await server.call('POST', `${url}?appId=${appB}`, body)
    if (made.body.code !== 0) throw new Error(`${url}: ${JSON.stringify(made.body)}`)
    ofB[noun] = made.body.data.id
  }
  await put('organization', '/api/person/organization', { name: CANARY })
  await put('person', '/api/person/person', { name: CANARY, personType: 1, orgId: ofB.organization })
  await put('site', '/api/admin/site', { name: CANARY, type: 1, status: 1 })
  await put('authGroup', '/api/person/authGroup', { name: CANARY })
  await put('timePlan', '/api/person/timePlan', { name: CANARY, week: [{ weekday: 1, from: '08:00', to: '09:00' }] })
  await put('callback', '/api/device/callback', {
    name: CANARY,
    deviceClass: 'bollardDevice',
    url: 'http://127.0.0.1:9/',
    events: ['event'],
  })
  await put('apiKey', '/api/admin/apiKey', { name: CANARY, points: ['site:list'] })
  ofB.deviceBind = ofB.device = (await connectDevice(server, appB, model, 'B-ONLY', CANARY)).id
  ofB.user = await makePerson(server, 'nanc-boss', { type: 2, sourceId: NANC, nickname: CANARY })
  ofB.role = await makeRole(server, CANARY, { sourceId: NANC })
  await tokenOf(server, 'nanc-boss', 'nanc')
  const [log] = await server.ports.db.query<{ id: string }>(
    ENGINE,
    sql`select id from identity.login_log where account_id = ${ofB.user} limit 1`,
  )
  ofB.loginLog = log!.id
  return ofB
}

/** Accounts of each type, with every permission of their own organisation or with none; their tokens by user name. */
async function makeCallers(server: TestServer, appA: string): Promise<Record<string, string>> {
  const everything = async (sourceId: string, scope = 3) => [
    await makeRole(server, `all-${sourceId}-${scope}`, { sourceId, scope }),
  ]
  await makePerson(server, 'foshan-all', { type: 2, sourceId: FOSHAN, roleIds: await everything(FOSHAN, 0) })
  await makePerson(server, 'foshan-none', { type: 2, sourceId: FOSHAN })
  await makePerson(server, 'agency-all', { type: 2, sourceId: AGENCY, roleIds: await everything(AGENCY) })
  await makePerson(server, 'supply-all', { type: 3, sourceId: SUPPLIER, roleIds: await everything(SUPPLIER) })
  await makePerson(server, 'staff-own', { type: 1, roleIds: await everything('1') })
  await makePerson(server, 'staff-none', { type: 1 })
  await makePerson(server, 'user-a', {
    type: 4,
    sourceId: FOSHAN,
    roleIds: await everything(FOSHAN, 3),
    appIds: [appA],
  })
  await makePerson(server, 'user-none', { type: 4, sourceId: FOSHAN, appIds: [appA] })
  const tokens: Record<string, string> = { 'key-a': await keyToken(server, appA) }
  for (const [name, platform] of [
    ['foshan-all', 'foshan'],
    ['foshan-none', 'foshan'],
    ['agency-all', 'foshan'],
    ['supply-all', ''],
    ['staff-own', ''],
    ['staff-none', ''],
    ['user-a', 'foshan'],
    ['user-none', 'foshan'],
  ] as const)
    tokens[name] = await tokenOf(server, name, platform)
  return tokens
}

export async function makeAccessWorld(): Promise<AccessWorld> {
  const server = await startTestServer()
  await server.ports.db.query(
    ENGINE,
    sql`insert into identity.organisation (id, code, kind, name, parent_id) values (${AGENCY}, 'agency-x', 2, '代理商', ${FOSHAN}), (${SUPPLIER}, 'supplier-x', 3, '供应商', 1)`,
  )
  const { models } = await makeApplication(server, '平台应用')
  const appA = await makeTenantApplication(server, FOSHAN, '甲应用')
  const appB = await makeTenantApplication(server, NANC, CANARY)
  const ofB = await makeRowsOfB(server, appB, models.bollardDevice!)
  return { server, appA, appB, ofB, tokens: await makeCallers(server, appA) }
}

/** Every route, with the name by which the tests report it. */
export const routesOf = (server: TestServer) =>
  server.app.rules.map(rule => ({ ...rule, name: `${rule.method} ${rule.url}` }))
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export const callRoute = (
  server: TestServer,
  method: string,
  url: string,
  body: unknown,
  token: string | null,
): Promise<Answer> =>
  server.call(method as Method, url, method === 'GET' || method === 'DELETE' ? undefined : (body ?? {}), { token })

/** Belongs to the process, and changes with everything anybody does. Nothing else is left out but by name, with its reason. */
export const OF_THE_PROCESS: Readonly<Record<string, string>> = {
  'engine.head': 'counters by which processes drop what they remember',
  'engine.id_mark': 'the ids that processes have reserved',
  'identity.attempt': 'counts the calls of every address',
}

/** A digest of what belongs to B, by table of the database's catalogue; tables without owners are compared as a whole. */
export const fingerprintOfB = (
  { server, appB }: AccessWorld,
  leftOut: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> =>
  digestsOfOwner(server.installation.connection, { appId: appB, sourceId: NANC }, { ...OF_THE_PROCESS, ...leftOut })
