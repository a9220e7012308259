/** One child process kept alive: started again with growing pauses when it ends unasked, drained when asked. */
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export type ChildOptions = {
  name: string
  entry: string
  env: NodeJS.ProcessEnv
  /** A file descriptor for what it prints, or `inherit`. */
  output: number | 'inherit'
  log: (line: string) => void
  notice: (line: string) => void
  /** Called with the pid at each start, and with undefined at each end. */
  onPid: (pid: number | undefined) => void
  /** The last lines it printed, shown when it ends unasked. */
  tail: () => string
  /** A hint of the local bus, to be handed to the other children. */
  onHint?: (hint: { bus: string }) => void
  /** The topics of the local bus it subscribes to, whenever they change; none once it ended. */
  onTopics?: (topics: readonly string[]) => void
}

export type Child = {
  /** Resolves at its first `{ready: true}`; rejects when it ended three times before that. */
  ready: Promise<void>
  /** SIGTERM, then SIGKILL when it still lives after `limitMs`. Safe to call twice. */
  stop: (limitMs: number) => Promise<void>
  /** Hands over a hint of the local bus, or what others want of it; lost when the child is not there. */
  hint: (hint: object) => void
}

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
/** A child that lived this long was healthy, and its next end starts with a short pause again. */
const HEALTHY_MS = 30_000
const FIRST_TRIES = 3

type Message = { ready?: boolean; notice?: string; bus?: string; busTopics?: string[] }
function start(options: ChildOptions, onReady: () => void): ChildProcess {
  const child = fork(options.entry, {
    env: options.env,
    execArgv: [],
    // A session of its own: only the supervisor says when to stop, so that a Ctrl-C cannot upset the order.
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
  // The supervisor awaits it; when it stops first, nobody does.
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
