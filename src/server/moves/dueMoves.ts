/** Makes the moves whose time has come (`by: 'system'` with `at`): each once, also those that were due during an outage. */
import sql from 'sql-template-tag'
import { timedMovesOf } from '#model/timedMove.ts'
import { tableOf } from '../crud/columns.ts'
import { Operations } from '../crud/operations.ts'
import type { NounIndex } from '../crud/references.ts'
import { worker, type Half, type ServerPart, type Worker } from '../parts.ts'
import type { Ports } from '../ports.ts'
import type { Actor } from '../sql/db.ts'
import { isDown } from '../sql/isDown.ts'
import { repeatDeadlock } from '../sql/repeatDeadlock.ts'
import { findDue, isDue, type Due, type TimedOf } from './findDue.ts'
import { moveRow } from './moveRow.ts'
import { forgetRefusals, keepRefusal } from './refusedMoves.ts'
import { systemCtx } from './systemCtx.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 1000
const AT_ONCE = 100
const FORGET_MS = 600_000

interface Known extends TimedOf {
  operations: Operations
}

export function dueMoves({ parts }: { parts: readonly ServerPart[] }): Worker {
  const halves = parts.filter(part => part.part === 'half')
  const nouns: NounIndex = new Map(halves.map(({ noun }) => [noun.key, noun]))
  const followings = parts.filter(part => part.part === 'following')
  const all = halves.flatMap(half =>
    timedMovesOf(half.noun).map(timed => ({
      ...{ noun: half.noun, timed, operations: new Operations(half, nouns, followings) },
    })),
  )
  let nextForgetting = 0
  return worker({
    name: 'moves.due',
    where: 'worker',
    async run(ports, signal) {
      if (!all.length) return FORGET_MS
      // The move of a row may make its next one due, so that a pause comes only after nothing was.
      for (let most = AT_ONCE; most <= AT_ONCE * 100; most *= 10) {
        const found = await findDue(query => ports.db.query(ENGINE, query), all, ports.now(), most)
        if ((await makeAll(ports, all, found, signal)) || signal.aborted) return 0
        // The earliest may all be held by others: those behind them do not wait.
        if (found.length < most) break
      }
      if (performance.now() >= nextForgetting) {
        nextForgetting = performance.now() + FORGET_MS
        await forgetRefusals(ports)
      }
      return EVERY_MS
    },
  })
}

/** Returns how many were made. */
async function makeAll(
  ports: Ports,
  all: readonly Known[],
  found: readonly Due[],
  signal: AbortSignal,
): Promise<number> {
  let made = 0
  for (const due of found) {
    if (signal.aborted) break
    const known = all.find(one => one.noun.key === due.noun && one.timed.name === due.move)!
    if (await makeOne(ports, known, due)) made += 1
  }
  return made
}

/** A transaction of its own, so that one that is refused leaves the others alone. True where it was made. */
async function makeOne(ports: Ports, known: Known, due: Due): Promise<boolean> {
  try {
    return await repeatDeadlock(() => makeDue(ports, known, due))
  } catch (error) {
    // Nothing of it was refused: all are made when the database is back.
    if (isDown(error)) throw error
    await keepRefusal(ports, due, await nameOf(ports, known, due), error)
    return false
  }
}

async function makeDue(ports: Ports, { operations, noun, timed }: Known, due: Due): Promise<boolean> {
  const actor = actorOf(operations.half, due)
  const zone = due.appId ? (await ports.applicationState(due.appId))?.zone : undefined
  return ports.db.tx(actor, async query => {
    const ctx = systemCtx(ports, query, { actor, appId: due.appId, ...(zone ? { zone } : {}) })
    // Whoever holds the row moves or changes it; what is still due afterwards is found again.
    const held = await query(
      sql`select 1 from ${tableOf(noun)} t where t.id = ${due.id} and ${isDue({ noun, timed }, ctx.now)}
        for update skip locked`,
    )
    if (!held.length) return false
    await moveRow(operations, ctx, due.move, due.id, {})
    return true
  })
}

/** The narrowest role that writes the row, so that a move reaches no further than one made by a person. */
function actorOf({ noun }: Half, { appId, sourceId }: Due): Actor {
  if (noun.scope === 'application') return { role: 'app', appId: appId!, sourceId: sourceId! }
  return noun.scope === 'source' && !noun.staffWrites ? { role: 'source', sourceId: sourceId! } : { role: 'platform' }
}

async function nameOf(ports: Ports, { noun, operations }: Known, { id }: Due): Promise<string> {
  return ports.db.tx(ENGINE, async query => {
    const row = await operations.find(systemCtx(ports, query), id).catch(() => null)
    return String(row?.[noun.name] ?? '')
  })
}
