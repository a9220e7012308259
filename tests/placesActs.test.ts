/** What an account that is limited to sites or device groups can do, is sent and can open (decision 0021). */
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partsOf } from '#main/wire.ts'
import { application } from '#modules/applications/application.noun.ts'
import { startWorkers } from '#server/jobs/workers.ts'
import { toState } from '#server/moves/toState.ts'
import { placesIn } from './harness/canaries.ts'
import { until } from './harness/platform.ts'
import { INSIDE, OUTSIDE, startPlacesWorld, type PlacesWorld } from './harness/placesWorld.ts'
import { forgetIdentity } from './harness/quickAccount.ts'
import { pause } from './harness/pause.ts'

let places: PlacesWorld
let { server, world, guard, chief, deviceOf, limited, ask } = {} as PlacesWorld
beforeAll(async () => {
  places = await startPlacesWorld()
  ;({ server, world, guard, chief, deviceOf, limited, ask } = places)
})
afterAll(() => places?.close())

describe('acts and streams', () => {
  const app = (): string => `appId=${world.appId}`
  test('commands and bulk acts reach devices inside and no others, by a site or by a group', async () => {
    const send = (deviceId: string, token?: string) =>
      ask('POST', `/api/device/control/send?${app()}`, { deviceId, identifier: 'open', reason: 'a reason' }, token)
    const inGroup = await limited({ groups: [world.idOf('devices.device_group', INSIDE)] })
    for (const token of [guard.token, inGroup.token]) {
      const outside = await ask(
        'POST',
        `/api/device/control/send?${app()}`,
        { deviceId: deviceOf(OUTSIDE), identifier: 'syncTime' },
        token,
      )
      expect(outside.text).toContain('not_found')
      expect((await send(deviceOf(INSIDE), token)).text).not.toContain('not_found')
      const many = { ids: [deviceOf(OUTSIDE)], identifier: 'syncTime' }
      expect((await ask('POST', `/api/device/bind/control?${app()}`, many, token)).text).toContain('not_found')
      const bulk = { ...many, count: 1 }
      expect((await ask('POST', `/api/device/bind/control/bulk?${app()}`, bulk, token)).text).not.toContain(
        deviceOf(OUTSIDE),
      )
    }
  })

  test('an account is limited in one application only: in another it is as before, and of the organisation it sees nothing', async () => {
    const other = world.idOf('applications.application', 1)
    await world.admin.query(
      sql`update applications.application set ${toState(application.states.state.states, 'active')}, deleted_at = null,
        expires_on = null, source_id = 1 where id = ${other}`,
    )
    await world.admin.query('insert into identity.account_app (account_id, app_id) values ($1, $2)', [guard.id, other])
    await forgetIdentity(server)
    await pause(1100, 'the state of an application is known for a second')
    const list = await ask('GET', `/api/device/bind/page?appId=${other}`)
    expect(list.text).toContain(deviceOf(1))
    expect((await ask('GET', `/api/device/warehouse/page?appId=${other}`)).text).toContain('beyond_places')
    const rules = (await ask('GET', `/api/device/linkage/page?appId=${other}`)).text
    expect(rules).not.toContain('beyond_places')
  })

  test('an export that a worker writes keeps the limits', async () => {
    const workers = startWorkers(
      server.ports,
      partsOf('worker').filter(part => part.where === 'worker'),
    )
    try {
      const ended = async (url: string, body: unknown): Promise<{ id: string; ok: number; failed: number }> => {
        const { text } = await ask('POST', url, body)
        const { id } = JSON.parse(text).data as { id: string }
        return until(async () => {
          const job = JSON.parse((await ask('GET', `/api/job/${id}`)).text).data
          return job.state === 'done' || job.finishedAt ? job : null
        }, url)
      }
      const job = await ended(`/api/person/passRecord/export?format=csv&${app()}`, {})
      const { url } = JSON.parse((await ask('POST', `/api/job/${job.id}/link`)).text).data as { url: string }
      const file = (await ask('GET', url)).text
      expect(file).toContain('gamma')
      expect(placesIn(file).filter(place => place.startsWith('devices.'))).toEqual([])
    } finally {
      await workers.stop()
    }
  })

  test('a file of a device outside does not open, and neither does one made before the account was limited', async () => {
    const [photo, inside] = ['a'.repeat(22), 'b'.repeat(22)]
    await world.admin.query('update devices.passage set photo_file = $1 where device_id = $2', [
      photo,
      deviceOf(OUTSIDE),
    ])
    await world.admin.query('update devices.passage set photo_file = $1 where device_id = $2', [
      inside,
      deviceOf(INSIDE),
    ])
    for (const id of [photo, inside])
      await server.ports.files
        .put(server.ports.vault.seal(Buffer.from([0xff, 0xd8]), 'file|capture'))
        .then(async key => {
          await world.admin.query('update devices.passage set photo_file = $1 where photo_file = $2', [key, id])
        })
    const keys = (
      await world.admin.query<{ device_id: string; photo_file: string }>(
        'select device_id, photo_file from devices.passage where photo_file is not null',
      )
    ).rows
    const status = async (device: string, token: string) =>
      (
        await ask(
          'GET',
          `/api/admin/sys-file/${keys.find(one => one.device_id === device)!.photo_file}`,
          undefined,
          token,
        )
      ).status
    expect([await status(deviceOf(OUTSIDE), chief.token), await status(deviceOf(OUTSIDE), guard.token)]).toEqual([
      200, 404,
    ])
    expect(await status(deviceOf(INSIDE), guard.token)).toBe(200)
    const job = async (hoursAgo: number): Promise<number> => {
      const id = server.ports.newId()
      await world.admin.query(
        `insert into engine.job (id, kind, noun, title, app_id, source_id, user_id, state, created_at, payload, file_parts, file_bytes, finished_at)
         values ($1, 'export', 'passRecord', 'x.csv', $2, 1, $3, 2, now() - make_interval(hours => $4), '{"columns":[],"digest":"","language":"zh","ip":"","requestId":""}', '{x}', 1, now())`,
        [id, world.appId, guard.id, hoursAgo],
      )
      return (await ask('POST', `/api/job/${id}/link`)).status
    }
    expect([await job(1), await job(-1)]).toEqual([403, 200])
  })

  test('a stream sends messages of devices inside; a device that is moved leaves the lists at once and the stream within two seconds', async () => {
    const { port } = server.app.server.address() as AddressInfo
    const stop = new AbortController()
    const streams: Record<string, string> = { [app()]: '', '': '' }
    for (const query of Object.keys(streams)) {
      const { body } = await fetch(`http://127.0.0.1:${port}/api/live?${query}`, {
        headers: { authorization: `Bearer ${guard.token}` },
        signal: stop.signal,
      })
      void (async () => {
        for await (const part of body!) streams[query] += Buffer.from(part).toString()
      })().catch(() => {})
    }
    const publish = (row: number, word: string): void => {
      const base = { appId: world.appId, at: new Date().toISOString() }
      server.ports.bus.publish('live', { ...base, type: 'state', deviceId: deviceOf(row), identifier: word } as never)
      server.ports.bus.publish('live', {
        ...base,
        type: 'delivery',
        callbackId: '1',
        identifier: `callback-${word}`,
      } as never)
    }
    publish(OUTSIDE, 'first-outside')
    publish(INSIDE, 'first-inside')
    for (const query of Object.keys(streams))
      await until(() => streams[query]!.includes('first-inside'), 'the first message')
    expect(Object.values(streams).join()).not.toMatch(/first-outside|callback-/)

    const site = (row: number): string => world.idOf('applications.site', row)
    await world.admin.query('update devices.device set site_id = $1, group_id = null where id = $2', [
      site(OUTSIDE),
      deviceOf(INSIDE),
    ])
    await world.admin.query('update devices.device set site_id = $1 where id = $2', [site(INSIDE), deviceOf(OUTSIDE)])
    const list = await ask('GET', `/api/person/passRecord/page?${app()}`)
    expect(list.text).toContain(world.idOf('devices.passage', OUTSIDE))
    expect(list.text).not.toContain(world.idOf('devices.passage', INSIDE))
    await pause(2000, 'the promised two seconds, after which nothing may come')
    publish(INSIDE, 'then-inside')
    publish(OUTSIDE, 'then-outside')
    for (const query of Object.keys(streams))
      await until(() => streams[query]!.includes('then-outside'), 'the second message')
    expect(Object.values(streams).join()).not.toMatch(/then-inside|callback-/)
    stop.abort()
  })
})
