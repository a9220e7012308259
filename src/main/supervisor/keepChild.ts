/** Keeps one child process running: restarted with growing pauses when it ends unexpectedly, drained when it is to stop. */
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export type ChildOptions = {
  name: string
  entry: string
  env: NodeJS.ProcessEnv
  /** A file descriptor for its output, or `inherit`. */
  output: number | 'inherit'
  log: (line: string) => void
  notice: (line: string) => void
  /** Called with the pid at each start, and with undefined at each end. */
  onPid: (pid: number | undefined) => void
  /** The last lines of its output, shown when it ends unexpectedly. */
  tail: () => string
  /** A hint of the local bus, to be passed to the other children. */
  onHint?: (hint: { bus: string }) => void
  /** The topics of the local bus it subscribes to, whenever they change; none after it ended. */
  onTopics?: (topics: readonly string[]) => void
}

export type Child = {
  /** Resolves at its first `{ready: true}`; rejects when it ended three times before that. */
  ready: Promise<void>
  /** SIGTERM, then SIGKILL when it is still running after `limitMs`. Can be called twice. */
  stop: (limitMs: number) => Promise<void>
  /** Passes a hint of the local bus, or the subscriptions of others; lost while the child is not running. */
  hint: (hint: object) => void
}

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
/** A child that ran this long was healthy, and its next restart has a short pause again. */
const HEALTHY_MS = 30_000
const FIRST_TRIES = 3

type Message = { ready?: boolean; notice?: string; bus?: string; busTopics?: string[] }
function start(options: ChildOptions, onReady: () => void): ChildProcess {
  const child = fork(options.entry, {
    env: options.env,
    execArgv: [],
    // In a session of its own: only the supervisor decides when to stop, so that a Ctrl-C cannot change the order.
    detached: true,
    stdio: ['ignore', options.output, options.output, 'ipc'],
  })
  options.onPid(child.pid)
  child.on('message', message => {
    const { ready, notice, bus, busTopics } = message as Message
    if (typeof bus === 'string') options.onHint?.({ ...(message as Message), bus })
    if (busTopics) options.onTopics?.(busTopics)
    if (typeof notice === 'string') options.notice(notice)
    if (ready) onReady()
  })
  return child
}

/** How it ended. */
const endOf = (child: ChildProcess): Promise<string> =>
  new Promise(resolve => {
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`))
    child.once('error', error => resolve(error.message))
  })

export function keepChild(options: ChildOptions): Child {
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  // The supervisor awaits it; if it stops first, the rejection would be unhandled.
  ready.promise.catch(() => {})
  let child: ChildProcess | undefined
  let wasReady = false

  const runOnce = async (): Promise<string> => {
    child = start(options, () => {
      wasReady = true
      ready.resolve()
    })
    const end = await endOf(child)
    child = undefined
    options.onPid(undefined)
    options.onTopics?.([])
    return end
  }

  const keep = async (): Promise<void> => {
    for (let ends = 1, pauseMs = FIRST_PAUSE_MS; !stopping.signal.aborted; ends += 1) {
      const startedMs = performance.now()
      const end = await runOnce()
      if (stopping.signal.aborted) return
      const why = options.tail()
      if (!wasReady && ends === FIRST_TRIES)
        return ready.reject(new Error(`the ${options.name} does not start (${end})${why && `:\n${why}`}`))
      if (performance.now() - startedMs > HEALTHY_MS) pauseMs = FIRST_PAUSE_MS
      options.log(
        `the ${options.name} ended unexpectedly (${end}); starting it again in ${pauseMs / 1_000} s${why && `\n${why}`}`,
      )
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }
  const ended = keep()

  return {
    ready: ready.promise,
    hint: hint => void (child?.connected && child.send(hint, () => {})),
    stop: async limitMs => {
      stopping.abort()
      child?.kill('SIGTERM')
      const limit = setTimeout(() => {
        options.log(`the ${options.name} did not stop within ${limitMs / 1_000} s; ending it by force`)
        child?.kill('SIGKILL')
      }, limitMs)
      await ended
      clearTimeout(limit)
    },
  }
}
