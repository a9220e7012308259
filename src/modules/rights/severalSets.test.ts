/** A device with two sets of people: each is sent and removed, one batch at a time, and a cell of the matrix is as far as the last of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cards } from '#devices/abilities/cards.ts'
import type { HeldSet } from '#model/device.ts'
import { classes } from '#main/registry.ts'
import { Terminal, until } from '../../../tests/harness/terminal.ts'

// A face terminal with a card reader, because no class has two sets yet. This file has a process of its own.
const terminal = classes.get('faceEqui')!
const { addCards, delCards, queryCards } = cards.commands!
Object.assign(terminal.commands, { addCards, delCards, queryCards })
Object.assign(terminal.properties, { cardCount: cards.properties!.cardCount })
;(terminal.sets as HeldSet[]).push(cards.holds!.find(holds => holds.kind === 'set') as HeldSet)

const world = new Terminal()
const CARD = '0038120417'
const lists: string[] = []
/** Answers the list of cards that was received last. The harness answers for people by itself. */
let answerCards: () => void = () => {}
beforeAll(async () => {
  await world.start()
  const { client } = world.device
  client.on('message', (topic, payload) => {
    const command = /service\/(addPersons|deletePersons|addCards|delCards)$/.exec(topic)?.[1]
    if (!command) return
    lists.push(command)
    if (command.endsWith('Persons')) return
    const { id, params } = JSON.parse(payload.toString()) as {
      id: string
      params: { cards?: { personId: string }[]; personIds?: string[] }
    }
    const ids = params.cards?.map(({ personId }) => personId) ?? params.personIds ?? []
    answerCards = () => {
      const results = ids.map(personId => ({ personId, code: 0 }))
      client.publish(`${topic}_reply`, JSON.stringify({ id, code: 200, data: { results } }), { qos: 1 })
    }
  })
})
afterAll(() => world.stop())

const received = (command: string): Promise<boolean> => until(async () => lists.includes(command), command)

test('both are sent, shown as one cell, and removed', async () => {
  const person = await world.person('甲')
  const path = `/api/person/person/${person.id}?appId=${world.appId}`
  const { rev } = (await world.server.call('GET', path)).body.data
  const given = await world.server.call('PUT', `/api/person/person?appId=${world.appId}`, {
    ...{ id: person.id, rev, cards: [CARD] },
  })
  expect(given.body.msg).toBeNull()
  await world.post(`/api/person/authGroup/${world.groupId}/addPeople`, { personIds: [person.id] })
  await received('addPersons')
  await received('addCards')
  // The portrait is confirmed, the card is not.
  expect(await world.cell(person.id)).toMatchObject({ state: 'sending', item: 'card' })
  // The change of the person may have sent the portrait once more.
  expect([...new Set(lists)]).toEqual(['addPersons', 'addCards'])
  answerCards()
  await until(world.idle, 'idle')
  expect((await world.cell(person.id)).state).toBe('confirmed')

  lists.length = 0
  await world.server.call('DELETE', path)
  await received('deletePersons')
  await received('delCards')
  answerCards()
  await until(world.idle, 'idle again')
  expect([...new Set(lists)].sort()).toEqual(['delCards', 'deletePersons'])
})
