/**
 * An integrator's program, written against the generated types only: with an API key and without naming the
 * application. Run by client.test.ts.
 */
import createClient, { type Middleware } from 'openapi-fetch'
import type { components, paths } from './generated/description.ts'

const { PORTICO_URL: baseUrl = '', KEY_ID = '', KEY_SECRET = '', DEVICE_ID = '', PORTRAIT = '' } = process.env
const api = createClient<paths>({ baseUrl, headers: { 'accept-language': 'en' } })
type Refused = components['responses'][
  'badRequest' | 'forbidden' | 'notFound' | 'conflict']['content']['application/json']

/** Completed steps, in order; the test reads them. */
const done: string[] = []
function must(fact: boolean, what: string): asserts fact {
  if (!fact) throw new Error(`not so: ${what}`)
  done.push(what)
}
/** The data of an answer; a refusal ends the program with its reason. */
function data<Data>(answer: {
  data?: { data: Data } | undefined
  error?: { error?: string; msg: string } | undefined
}): Data {
  if (!answer.data) throw new Error(`refused: ${answer.error?.error ?? ''} ${answer.error?.msg ?? ''}`)
  return answer.data.data
}

// 1. The token, by an OAuth 2 form with the key in a Basic header.
const grant = await api.POST('/api/auth/oauth/token', {
  body: { grant_type: 'client_credentials' },
  headers: {
    authorization: `Basic ${btoa(`${KEY_ID}:${KEY_SECRET}`)}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
})
const token = grant.data?.access_token
must(typeof token === 'string' && grant.data?.refresh_token === undefined, 'a token')
const signed: Middleware = {
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${token}`)
  },
}
api.use(signed)

// 2. An organisation, and people in it.
const organisation = data(await api.POST('/api/person/organization', { body: { name: 'Works' } }))
must(organisation.name === 'Works' && organisation.parentId === '-1', 'an organisation')

// 3. An upload, as a form.
const uploaded = data(
  await api.POST('/api/admin/sys-file/upload', {
    params: { query: { kind: 'portrait' } },
    body: { file: new Blob([Buffer.from(PORTRAIT, 'base64')], { type: 'image/jpeg' }) },
    bodySerializer(body) {
      const form = new FormData()
      form.set('file', body.file, 'portrait.jpg')
      return form
    },
  }),
)
must(uploaded.bytes > 0 && uploaded.url.endsWith(uploaded.id), 'an upload')

// 4. A person, posted twice with the same Idempotency-Key: there is only one.
const newPerson: components['schemas']['personNew'] = {
  ...{ name: 'Zhang San', personType: 1, orgId: organisation.id, phone: '13800000001' },
  ...{ portrait: [uploaded.id], consent: true, cards: ['9988776655'] },
}
const add = () =>
  api.POST('/api/person/person', { params: { header: { 'Idempotency-Key': 'walk-person-1' } }, body: newPerson })
const person = data(await add())
must(data(await add()).id === person.id, 'the same key adds one person')
for (const name of ['Li Si', 'Wang Wu']) data(await api.POST('/api/person/person', { body: { name, personType: 2 } }))

// 5. Lists: a filter, an order, a page.
const filtered = data(
  await api.GET('/api/person/person/page', { params: { query: { personType: '2', descs: 'name' } } }),
)
must(filtered.total === 2 && filtered.records.map(one => one.name).join() === 'Wang Wu,Li Si', 'a filter and an order')
const second = data(await api.GET('/api/person/person/page', { params: { query: { current: 2, size: 2 } } }))
must(second.records.length === 1 && second.total === 3 && second.current === 2, 'a page')

// 6. A row, read and then changed with the revision that was read.
const read = data(await api.GET('/api/person/person/{id}', { params: { path: { id: person.id } } }))
must(read.orgName === 'Works' && read.state === 0, 'a row')
const changed = data(
  await api.PUT('/api/person/person', { body: { id: read.id, rev: read.rev!, name: 'Zhang Sanfeng' } }),
)
must(changed.name === 'Zhang Sanfeng' && changed.rev === read.rev! + 1, 'a change')

// 7. Refusals are values: the code is typed, and an invalid field is named.
const stale = await api.PUT('/api/person/person', { body: { id: read.id, rev: read.rev!, name: 'Zhang' } })
must(stale.response.status === 409 && (stale.error as Refused).error === 'conflict', 'a change of an older revision')
const wrong = await api.POST('/api/person/person', { body: { name: 'Wrong', personType: 1, phone: '12' } })
const problems = wrong.error?.data as components['schemas']['problems']
must(
  problems !== null && 'fields' in problems && (problems.fields as { field: string }[])[0]?.field === 'phone',
  'a wrong field is named',
)
const beyond = await api.GET('/api/admin/user/page')
must(beyond.response.status === 403 && beyond.error?.error === 'forbidden', 'what the key has no point for')

// 8. Rights: doors, a group, people in it.
const doors = data(await api.GET('/api/person/authGroup/doors'))
must(doors.length === 4 && doors[0]!.online, 'doors')
const group = data(await api.POST('/api/person/authGroup', { body: { name: 'Everybody', doorIds: [doors[0]!.id] } }))
const granted = data(
  await api.POST('/api/person/authGroup/{id}/addPeople', {
    params: { path: { id: group.id } },
    body: { personIds: [person.id] },
  }),
)
must(granted === 1, 'a person in a group')
const people = data(
  await api.GET('/api/person/authGroup/{id}/people', { params: { path: { id: group.id }, query: {} } }),
)
must(people.records[0]?.name === 'Zhang Sanfeng', 'the people of a group')

// 9. A command and its result, as the device reported it.
const sent = data(
  await api.POST('/api/device/control/send', {
    body: { deviceId: DEVICE_ID, component: 'door:1', identifier: 'openDoor', reason: 'delivery' },
  }),
)
let command = data(await api.GET('/api/device/control/{id}', { params: { path: { id: sent.id } } }))
for (let tries = 0; command.finishedAt === null && tries < 100; tries += 1) {
  await new Promise(resolve => setTimeout(resolve, 50))
  command = data(await api.GET('/api/device/control/{id}', { params: { path: { id: sent.id } } }))
}
must(command.ackedAt !== null && command.identifier === 'openDoor', 'a command that the device did')

// 10. A removal, after which the row is not found.
must(data(await api.DELETE('/api/person/person/{id}', { params: { path: { id: person.id } } })), 'a removal')
const gone = await api.GET('/api/person/person/{id}', { params: { path: { id: person.id } } })
must(gone.response.status === 404 && (gone.error as Refused).error === 'not_found', 'it is gone')

process.stdout.write(JSON.stringify(done))
