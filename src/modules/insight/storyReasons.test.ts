/** Every reason of a refusal leads to the advice that fits: the table has all of them, and a new one without advice fails. */
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REFUSAL_KEYS, REFUSAL_REASONS, type RefusalReason } from '#devices/abilities/passage.ts'
import { person } from '#modules/people/person.noun.ts'
import { toState } from '#server/moves/toState.ts'
import { connectDevice, openDevice, type TestDevice } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { ADVICE, AT_DOOR, type Mend } from './mend.ts'
import { offerOf, opensOnce } from './page/mends.ts'

const CARD = '77001122'
let platform: TestPlatform
let device: TestDevice
let personId: string
let passageId: string
const STATES = person.states.state.states
const write = (statement: Sql) => platform.server.ports.db.query({ role: 'engine' }, statement)

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, ask } = platform
  device = await openDevice(
    platform.gateway.port,
    await connectDevice(server, appId, models.accessControlDevice!, 'REASON-1', '北门岗'),
  )
  ;({ id: personId } = await ask('POST', '/api/person/person', { name: '许知远', personType: 2, cards: [CARD] }))
  const answered = device.next('/thing/event/askPass/post_reply')
  const value = { guid: 'reason-1', doorNo: 1, cardNo: CARD, method: 2 }
  await device.post('event/askPass/post', { value, time: Date.now() })
  await answered
  passageId = await until(
    async () => (await ask('GET', `/api/person/passRecord/page?time=today&cardNo=${CARD}`)).records[0]?.id,
    'the record',
  )
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

/** The person, as the reason says. */
const PERSON = {
  state: 'active' as keyof typeof STATES,
  type: 2,
  from: null as string | null,
  until: null as string | null,
}
const day = (after: number): string => new Date(Date.now() + after * 86_400_000).toISOString()

type Case = {
  person?: Partial<typeof PERSON>
  unknown?: true
  /** The rule of the code refused, and the kind of the code. */
  code?: 1 | 2
  kind: Mend['kind']
  button: string | null
}
const newCode = { code: 1, kind: 'newCode', button: '去签发' } as const
const atDoor = { kind: 'atDoor', button: null } as const
const CASES: Record<RefusalReason, Case> = {
  noPermission: { kind: 'join', button: '建权限组' },
  // A group with this door and its hours are in storyMend.test.ts; without any group, one is missing.
  notInTime: { kind: 'join', button: '建权限组' },
  expired: { person: { until: day(-1) }, kind: 'extendPerson', button: '延期' },
  notYet: { person: { from: day(1) }, kind: 'startPerson', button: '提前生效' },
  paused: { person: { state: 'paused' }, kind: 'paused', button: '去启用' },
  blacklist: { person: { type: 5 }, kind: 'blocked', button: '去处理' },
  stranger: { unknown: true, kind: 'register', button: '登记' },
  unknownCard: { unknown: true, kind: 'register', button: '登记' },
  doorClosed: { kind: 'door', button: '去处理' },
  unknownCode: { ...newCode, unknown: true },
  codeExpired: newCode,
  codeUsed: newCode,
  codeRevoked: newCode,
  otherDoor: newCode,
  ...{ forged: atDoor, liveness: atDoor, mask: atDoor, temperature: atDoor, late: atDoor },
}

async function storyWith(reason: string, { person, unknown, code }: Partial<Case>) {
  const { state, type, from, until } = { ...PERSON, ...person }
  await write(sql`update people.person set ${toState(STATES, state)}, person_type = ${type}, valid_from = ${from},
    valid_to = ${until} where id = ${personId}`)
  const decision = code && { codeKind: code, tookMs: 1, steps: [{ rule: 'code', verdict: 'refuse' }] }
  await write(sql`update devices.passage set reason = ${reason}, card_no = null,
    person_id = ${unknown ? null : personId}::bigint, decision = ${decision ? JSON.stringify(decision) : null}::jsonb
    where id = ${passageId}`)
  return platform.ask('GET', `/api/insight/story?kind=passage&id=${passageId}`)
}

test('each reason has its advice, and each advice for the people at the door has its words', () => {
  expect(Object.keys(ADVICE).sort()).toEqual(Object.keys(REFUSAL_REASONS).sort())
  for (const of of AT_DOOR) {
    const offer = offerOf({ mend: { kind: 'atDoor', of }, subject: {} as never }, '1')!
    expect([...offer.title, ...offer.note].every(Boolean)).toBe(true)
  }
})

test.each(REFUSAL_KEYS)('%s', async reason => {
  const wanted = CASES[reason]
  const story = await storyWith(reason, wanted)
  expect(story.mend).toMatchObject({ kind: wanted.kind, ...(wanted.kind === 'atDoor' ? { of: reason } : {}) })
  const offer = offerOf(story, platform.appId)!
  expect(offer.act?.button[0] ?? null).toBe(wanted.button)
  // A code that may be a copy opens nothing, not even once.
  expect(opensOnce(story)).toBe(reason !== 'forged')
})

test('a code that had not begun is replaced; a personal one is renewed by itself', async () => {
  expect((await storyWith('notYet', { code: 1 })).mend).toEqual({ kind: 'newCode', personId })
  expect((await storyWith('codeUsed', { code: 2 })).mend).toEqual({ kind: 'atDoor', of: 'personalCode' })
})

test('a holder who has another code by now needs none, unless it is for other doors', async () => {
  const { ask } = platform
  const issue = (more: object) =>
    ask('POST', '/api/person/code/issue', { personId, validTo: day(1), mostUses: 1, ...more })
  const doors: { id: string }[] = await ask('GET', '/api/person/authGroup/doors')
  const [here, other] = doors
  if (other) await issue({ doorIds: [other.id] })
  expect((await storyWith('codeUsed', { code: 1 })).mend).toEqual({ kind: 'newCode', personId })
  await issue({ doorIds: [here!.id] })
  expect((await storyWith('codeUsed', { code: 1 })).mend).toBeNull()
})
