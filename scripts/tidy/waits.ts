/** Rules on the time that tests take: limits on it, pauses, and waits whose failure is swallowed. */
import { isTest, type FileRule } from './Rule.ts'
import { callsOf, type Call } from './syntax.ts'

/** Faults and benchmarks have the machine for themselves, and wait for as long as their fault lasts. */
const waits = (path: string): boolean =>
  isTest(path) &&
  !/^tests\/(faults|bench)\/|^tests\/harness\/(pause|quietly|until)(\.test)?\.ts$|^tests\/harness\/fixtures\/|^scripts\/tidy\//.test(
    path,
  )
const number = (text = ''): number => (/^[\d_]+$/.test(text) ? Number(text.replaceAll('_', '')) : NaN)

const ELAPSED = /\b(performance|Date)\.now\(\) -/
const ASSIGNED = /\b(\w+)(?: =|:) (?:performance|Date)\.now\(\) -/g
/** Waits that are shorter judge the machine: it may run every part of the tests at once. */
const SHORTEST_MS = 5000
const isWait = ({ name }: Call): boolean => /^(until|poll|next|waitFor\w*)$/.test(name) && name !== 'waitForTimeout'
const limitOf = ({ args }: Call): number =>
  args.length > 1 || args[0]?.startsWith('{')
    ? number(/\btimeout: ([\d_]+)/.exec(args.at(-1)!)?.[1] ?? args.at(-1))
    : NaN

/** An upper limit on time is measured while no other timed test runs. */
export const timeLimit: FileRule = (path, text) => {
  if (!waits(path)) return []
  const elapsed = new Set([...text.matchAll(ASSIGNED)].map(([, name]) => name!))
  return callsOf(path, text).flatMap(call => {
    const judged = /^toBeLessThan/.test(call.name) && call.on?.call?.name === 'expect' ? call.on.call.args[0]! : ''
    if (ELAPSED.test(judged) || elapsed.has(judged))
      return [`${judged} has an upper limit: measure it with quietly of tests/harness, or assert an order`]
    return isWait(call) && limitOf(call) < SHORTEST_MS
      ? [`${call.name} within ${limitOf(call)} ms: leave the limit out, or measure with quietly of tests/harness`]
      : []
  })
}

const LONG_MS = 1000
/** A pause of a second or more says what cannot be waited for otherwise. */
export const longPause: FileRule = (path, text) =>
  !waits(path)
    ? []
    : callsOf(path, text).flatMap(({ name, args }) => {
        const ms = number(
          name === 'setTimeout' && /^(resolve|done)$/.test(args[0]!)
            ? args[1]
            : /^(pause|sleep|wait|waitForTimeout)$/.test(name) && args.length === 1
              ? args[0]
              : '',
        )
        return ms >= LONG_MS
          ? [`pauses for ${ms} ms: wait for what is meant, or say why there is nothing to wait for: pause(${ms}, '…')`]
          : []
      })

/** A wait that may fail unnoticed makes a test pass by waiting out its time. */
export const swallowedWait: FileRule = (path, text) =>
  !waits(path)
    ? []
    : callsOf(path, text)
        .filter(
          ({ name, args, on }) => on?.call && isWait(on.call) && (name === 'catch' || (name === 'then' && args[1])),
        )
        .map(({ on }) => `${on!.call!.name} may fail unnoticed: let it fail the test`)
