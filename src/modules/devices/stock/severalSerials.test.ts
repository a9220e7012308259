/** Devices found by a pasted list of serial numbers: those that are not found are named, and all that match are acted on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice } from '../../../../tests/harness/device.ts'
import { startPlatform, type TestPlatform } from '../../../../tests/harness/platform.ts'

let platform: TestPlatform
const call = (method: 'GET' | 'POST', path: string, body?: object): Promise<any> =>
  platform.server.call(method, path, body).then(answer => answer.body)
const page = (sn: string, more = ''): Promise<any> =>
  call('GET', `/api/device/warehouse/page?sn=${encodeURIComponent(sn)}${more}`)
beforeAll(async () => {
  platform = await startPlatform()
  for (const sn of ['PASTE-1', 'PASTE-2', 'PASTE-3', 'PASTE-30'])
    await call('POST', '/api/device/warehouse', { sn, name: sn, modelId: platform.models.accessControlDevice })
})
afterAll(() => platform?.close())
const found = (answer: any): string[] => answer.data.records.map((row: any) => row.sn).sort()

test('lines, blanks, commas and semicolons separate; each number is meant whole, and given twice counts once', async () => {
  for (const pasted of ['PASTE-1\r\nPASTE-3', 'PASTE-1\tPASTE-3\n', 'PASTE-3，PASTE-1；PASTE-1', ' PASTE-1, PASTE-3 '])
    expect(found(await page(pasted))).toEqual(['PASTE-1', 'PASTE-3'])
  // A single one is the beginning of a number, as before.
  expect(found(await page('PASTE-3'))).toEqual(['PASTE-3', 'PASTE-30'])
  expect((await page('PASTE-3')).data.missing).toBeUndefined()
})

test('what no device has is named, in the order of the list', async () => {
  const answer = await page('NOPE-9 PASTE-2 NOPE-1', '&size=1')
  expect([answer.data.total, answer.data.missing]).toEqual([1, ['NOPE-9', 'NOPE-1']])
  // Another filter excludes it: it is not in the list either.
  expect((await page('PASTE-1 PASTE-2', '&state=9')).data.missing).toEqual(['PASTE-1', 'PASTE-2'])
})

test('the devices of an application are found so too, and by the code of their label', async () => {
  const { server, appId, models } = platform
  const { id } = await connectDevice(server, appId, models.faceEqui!, 'BOUND-1', 'bound')
  const bound = (query: string): Promise<any> => call('GET', `/api/device/bind/page?appId=${appId}&${query}`)
  const answer = await bound('sn=BOUND-1+NOPE-2')
  expect([found(answer), answer.data.missing]).toEqual([['BOUND-1'], ['NOPE-2']])
  const { labelCode } = (await call('GET', `/api/device/bind/${id}`)).data
  expect(found(await bound(`labelCode=${labelCode}`))).toEqual(['BOUND-1'])
  expect(answer.data.records[0].labelCode).toBe(labelCode)
  expect((await call('GET', '/api/device/session/page?sn=NOPE-1+NOPE-2')).data.missing).toEqual(['NOPE-1', 'NOPE-2'])
})

test('too many are refused with the number, and nothing in a list is a condition', async () => {
  const many = Array.from({ length: 201 }, (_, at) => `S-${at}`).join('\n')
  expect(await page(many)).toMatchObject({ error: 'invalid', msg: '一次最多查找 200 个序列号，现在有 201 个' })
  expect((await page("PASTE-1 ' or 1=1 --")).data.total).toBe(1)
})
