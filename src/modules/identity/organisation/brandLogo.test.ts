/** The logo of a brand: uploaded by staff, public while the brand is enabled. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const brandOf = async (platform: string): Promise<{ logo: string; name: string }> =>
  (await server.call('GET', `/api/config?platform=${platform}`, undefined, { token: null })).body.data.brand

test('is shown from the next answer on, at its own address, and not at all while the brand is off', async () => {
  expect((await brandOf('foshan')).logo).toBe('')
  const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'logo.png')
  const request = new Request('http://x', { method: 'POST', body: form })
  const stored = await server.app.inject({
    method: 'POST',
    url: '/api/admin/sys-file/upload?kind=image',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const [row] = (await server.call('GET', '/api/admin/brand/page?code=foshan')).body.data.records
  const saved = await server.call('PUT', '/api/admin/brand', { id: row.id, logo: [stored.json().data.id] })
  expect(saved.body.code).toBe(0)
  const { logo } = await brandOf('foshan')
  expect(logo).toMatch(/^\/api\/brand\/foshan\/logo\?of=/)
  const seen = await server.app.inject({ url: logo })
  expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/jpeg'])
  for (const none of ['/api/brand/nanc/logo', '/api/brand/nobody/logo'])
    expect((await server.app.inject({ url: none })).statusCode).toBe(404)
  await server.call('PUT', '/api/admin/brand', { id: row.id, state: 0 })
  expect((await server.app.inject({ url: logo })).statusCode).toBe(404)
})
