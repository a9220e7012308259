/** Only what a terminal confirmed is shown as being on it: lost answers, missing portraits, expiry, removals. */
import { describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { engine, until, useTerminal } from '../../../tests/harness/terminal.ts'

const t = useTerminal()

describe('what a terminal confirmed', () => {
  const summary = async () =>
    (await t.server.call('GET', `/api/person/auth/summary?appId=${t.appId}&deviceClass=faceEqui`)).body.data
  test('a lost reply is asked for when the terminal is back, and nothing is sent twice', async () => {
    await until(t.idle, 'idle')
    const [there, missing] = [await t.person('许诺'), await t.person('许言')]
    t.mute = true
    const before = t.adds
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [there.id, missing.id] })
    await until(() => t.held.has(there.shortNo) && t.held.has(missing.shortNo), 'on the terminal')
    const sent = t.adds - before
    // One person was lost in the restart.
    t.held.delete(missing.shortNo)
    await t.leave()
    t.mute = false
    await t.open()
    await until(() => t.held.has(missing.shortNo), 'sent again')
    await until(async () => (await t.cell(there.id)).state === 'confirmed', 'confirmed')
    expect(t.adds - before - sent).toBe(1)
    const [last] = await t.server.ports.db.query<{ people: string[] }>(
      engine,
      sql`select array(select short_no::text from people.person where id = any(subjects)) as people
        from devices.command where identifier = 'addPersons' order by id desc limit 1`,
    )
    expect(last!.people).toEqual([missing.shortNo])
  })
  test('whom the terminal does not name in its answer it has not confirmed', async () => {
    await until(t.idle, 'idle')
    const silent = await t.person('沈默')
    t.answerWith = item => (item.name === '沈默' ? null : { code: 0 })
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [silent.id] })
    await until(async () => (await t.cell(silent.id)).state === 'failed', 'not confirmed')
    expect((await t.cell(silent.id)).reason).toBe('lost')
    t.answerWith = () => ({ code: 0 })
    await t.post('/api/person/auth/retry', { personId: silent.id })
    await until(async () => (await t.cell(silent.id)).state === 'confirmed', 'confirmed')
  })
  test('the failed of one group are tried again, and those of no other', async () => {
    await until(t.idle, 'idle')
    const silent = await t.person('沈静')
    t.answerWith = item => (item.name === '沈静' ? null : { code: 0 })
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [silent.id] })
    await until(async () => (await t.cell(silent.id)).state === 'failed', 'not confirmed')
    t.answerWith = () => ({ code: 0 })
    const [group] = await t.server.ports.db.query<{ timePlanId: string }>(
      engine,
      sql`select time_plan_id as "timePlanId" from access.auth_group where id = ${t.groupId}`,
    )
    const other = await t.post('/api/person/authGroup', { name: '别的组', ...group, doorIds: [] })
    expect(await t.post(`/api/person/authGroup/${other.id}/retryFailed`, {})).toBe(0)
    expect((await t.cell(silent.id)).state).toBe('failed')
    expect(await t.post(`/api/person/authGroup/${t.groupId}/retryFailed`, {})).toBe(1)
    await until(async () => (await t.cell(silent.id)).state === 'confirmed', 'confirmed')
    await t.server.call('DELETE', `/api/person/authGroup/${other.id}?appId=${t.appId}`)
  })
  test('only what the terminal confirmed is shown as confirmed, and the summary counts the same', async () => {
    await until(t.idle, 'idle')
    const faceless = await t.post('/api/person/person', { name: '吴面', personType: 1 })
    const over = await t.person('郭旗')
    const future = await t.person('魏来')
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [faceless.id] })
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, {
      personIds: [over.id],
      validTo: '2026-01-01T00:00:00Z',
    })
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, {
      personIds: [future.id],
      validFrom: '2099-01-01T00:00:00Z',
    })
    await until(() => t.held.has(future.shortNo), 'sent ahead')
    await until(t.idle, 'idle')
    const states = await Promise.all([faceless, over, future].map(async one => (await t.cell(one.id)).state))
    expect(states).toEqual(['noPortrait', 'over', 'notYet'])
    const { cells } = (
      await t.server.call('GET', `/api/person/auth/matrix?appId=${t.appId}&deviceClass=faceEqui&size=100`)
    ).body.data
    const count = (...keys: string[]): number =>
      cells.filter((cell: { state: string }) => keys.includes(cell.state)).length
    expect(await summary()).toMatchObject({
      total: count('confirmed', 'notYet', 'noPortrait'),
      confirmed: count('confirmed', 'notYet'),
      missing: 1,
      failed: 0,
      clockOff: 0,
    })
    const groups = (await t.server.call('GET', `/api/person/authGroup/page?appId=${t.appId}`)).body.data.records
    expect(groups[0].delivery).toBe('缺照片或卡号 1')
    await t.device.post('event/property/post', { clockOffset: 7200 })
    await until(async () => (await t.cell(future.id)).state === 'clockOff', 'clock off')
    expect(await summary()).toMatchObject({ confirmed: 0, clockOff: count('confirmed', 'notYet') })
    await t.device.post('event/property/post', { clockOffset: 0 })
    await until(async () => (await t.cell(future.id)).state === 'notYet', 'clock right')
  })
  test('a removal is sent once, and the next change does not wait behind a second one', async () => {
    await until(t.idle, 'idle')
    const people = await Promise.all(['夏一', '夏二', '夏三'].map(name => t.person(name)))
    const personIds = people.map(one => one.id)
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds })
    await until(() => people.every(one => t.held.has(one.shortNo)), 'on the terminal')
    await until(t.idle, 'idle')
    for (const personId of personIds)
      await t.post(`/api/person/authGroup/${t.groupId}/removePeople`, { personIds: [personId] })
    await until(() => people.every(one => !t.held.has(one.shortNo)), 'off the terminal')
    await until(t.idle, 'idle')
    const next = await t.person('夏四')
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [next.id] })
    await until(() => t.held.has(next.shortNo), 'the next one')
    const sent = await t.server.ports.db.query<{ no: string }>(
      engine,
      sql`select p.short_no::text as no from devices.command c, unnest(c.subjects) s(id) join people.person p on p.id = s.id
        where c.identifier = 'deletePersons' order by c.id`,
    )
    const numbers = sent.map(row => row.no).filter(no => people.some(one => one.shortNo === no))
    expect(numbers.toSorted()).toEqual(people.map(one => one.shortNo).toSorted())
  })
  test('whose time is over leaves the terminal by itself', async () => {
    await until(t.idle, 'idle')
    const guest = await t.person('钟访')
    const validTo = new Date(Date.now() + 2500).toISOString()
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [guest.id], validTo })
    await until(() => t.held.has(guest.shortNo), 'on the terminal')
    await until(() => !t.held.has(guest.shortNo), 'gone by itself')
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(validTo))
    expect((await t.cell(guest.id)).state).toBe('over')
    expect(await t.server.ports.db.query(engine, sql`select 1 from sync.due where subject_id = ${guest.id}`)).toEqual(
      [],
    )
  })
  test('a removal names the terminals that confirmed it, and those that have not yet', async () => {
    await until(t.idle, 'idle')
    const leaver = await t.person('骆离')
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [leaver.id] })
    await until(() => t.held.has(leaver.shortNo), 'on')
    await until(t.idle, 'idle')
    await t.leave()
    await t.post(`/api/person/authGroup/${t.groupId}/removePeople`, { personIds: [leaver.id] })
    const revocation = async () =>
      (await t.server.call('GET', `/api/person/auth/revocations?appId=${t.appId}`)).body.data.find(
        (one: { personName: string }) => one.personName === '骆离',
      )
    expect(await revocation()).toMatchObject({
      people: 1,
      devices: [{ deviceName: '大堂人脸', online: false, renewed: false, confirmedAt: null, tookMs: null }],
    })
    expect((await t.cell(leaver.id)).state).toBe('removing')
    await t.open()
    await until(() => !t.held.has(leaver.shortNo), 'off')
    await until(async () => (await revocation()).devices[0].confirmedAt !== null, 'confirmed')
    expect((await revocation()).devices[0].tookMs).toBeGreaterThan(0)
    expect((await t.cell(leaver.id)).state).toBe('none')
  })
  test('removals beyond those that are answered are counted', async () => {
    await until(t.idle, 'idle')
    const people = await Promise.all(Array.from({ length: 24 }, (_, n) => t.person(`离${n}`)))
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: people.map(one => one.id) })
    await until(() => people.every(one => t.held.has(one.shortNo)), 'on')
    await until(t.idle, 'idle')
    await t.leave()
    for (const { id } of people) await t.post(`/api/person/authGroup/${t.groupId}/removePeople`, { personIds: [id] })
    const revocation: { beyond: number; personName: string }[] = (
      await t.server.call('GET', `/api/person/auth/revocations?appId=${t.appId}`)
    ).body.data
    const open = await t.server.ports.db.query<{ n: number }>(
      engine,
      sql`select count(distinct (group_id, changed_at))::int as n from sync.member where gone`,
    )
    expect(revocation.length + revocation[0]!.beyond).toBe(open[0]!.n)
    expect(revocation[0]!.beyond).toBeGreaterThan(3)
    await t.open()
  })
})
