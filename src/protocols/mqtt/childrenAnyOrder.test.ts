/** Devices behind a gateway, with random inputs: every session ends once, and acknowledgements keep their order. */
import { expect, test } from 'vitest'
import { playGateway, post } from '../../../tests/harness/playGateway.ts'
import { versions } from '../../../tests/harness/playSession.ts'

/** mulberry32 */
const random = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

test('whatever happens in whatever order: a session that was opened is closed once, and acknowledgements are in order', () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const next = random(seed)
    const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!
    const game = playGateway(pick(versions), { outflightMax: 2, childLoginsPerMin: 1e6 })
    const names = ['a', 'b', 'c']
    const [asked, opened, closedOnes]: [Map<number, string>, number[], number[]] = [new Map(), [], []]
    const [published, acknowledged, storing]: number[][] = [[], [], []] as never
    let messageId = 1000
    const record = (lines: string[]): void => {
      for (const line of lines) {
        const open = /^openChild (\d+) (\w+)/.exec(line)
        if (open) asked.set(Number(open[1]), open[2]!)
        const closed = /^closedChild (\d+)/.exec(line)
        if (closed) closedOnes.push(Number(closed[1]))
        const store = /^store (\d+) report(?: of (\d+))?$/.exec(line)
        if (store) storing!.push(Number(store[1]))
        if (store?.[2]) {
          expect(opened).toContain(Number(store[2]))
          expect(closedOnes).not.toContain(Number(store[2]))
        }
        const ack = /^> puback #(\d{4,})/.exec(line)
        if (ack) acknowledged!.push(Number(ack[1]))
      }
    }
    const judge = (no: number): void => {
      asked.delete(no)
      opened.push(no)
    }
    const acts: (() => void)[] = [
      () => record(game.login(pick(names))),
      () => record(game.logout(pick(names))),
      () => {
        if (!asked.size) return
        const [no, name] = pick([...asked])
        judge(no)
        record(game.admit(no, name))
      },
      () => {
        if (!asked.size) return
        const [no] = pick([...asked])
        asked.delete(no)
        record(game.feed({ kind: 'childRefused', no, reason: 'flapping' }))
      },
      () => {
        const name = pick(names)
        if (game.state.children?.open.has(`pkc/${name}`)) {
          published!.push((messageId += 1))
          record(game.publish({ topic: post(name), messageId }))
        }
      },
      () => {
        published!.push((messageId += 1))
        record(game.publish({ messageId }))
      },
      () => storing!.length && record(game.stored(storing!.splice(Math.floor(next() * storing!.length), 1)[0]!)),
      () => record(game.commandTo(1 + Math.floor(next() * 6), (messageId += 1))),
      () => record(game.receive({ cmd: 'puback', messageId: 1 + Math.floor(next() * 8), code: 0 })),
      () => opened.length && record(game.feed({ kind: 'childClose', no: pick(opened), reason: 'kicked' })),
      () =>
        next() < 0.1 &&
        opened.length &&
        record(game.feed({ kind: 'childClose', no: pick(opened), reason: 'takenOver' })),
    ]
    for (let no = 0; no < 120 && game.state.phase === 'connected'; no += 1) pick(acts)()
    record(game.feed({ kind: 'gone' }))
    for (const [no, name] of [...asked]) {
      judge(no)
      record(game.admit(no, name))
    }
    expect(
      [...closedOnes].sort((one, two) => one - two),
      `seed ${seed}`,
    ).toEqual([...opened].sort((one, two) => one - two))
    expect(acknowledged, `seed ${seed}`).toEqual(published!.slice(0, acknowledged!.length))
  }
})
