/**
 * One tab of this browser does the work of all that give the same name, and publishes what comes of it to the others.
 *
 * Browsers open six connections to a server over HTTP/1.1: with a stream in each tab, the seventh tab would wait without
 * end. Where locks are missing (a page over plain HTTP that is not on this machine), each tab works for itself.
 */

/** A tab that is shown and gets no answer from the working tab for this long takes its place: phones suspend hidden tabs. */
const answerMs = 2000
const lookMs = 30_000
const question = 'ask'

export interface Shared<T> {
  /** The work, until `signal` is aborted. */
  work: (publish: (message: T) => void, signal: AbortSignal) => Promise<void>
  receive: (message: T) => void
  /** What the working tab answers to a tab that has just opened or become visible. */
  answer: () => T
}

/** Takes part until the returned function is called; `T` must be an object that can be cloned. */
export function shareAmongTabs<T extends object>(name: string, { work, receive, answer }: Shared<T>): () => void {
  const closed = new AbortController()
  const locks = navigator.locks as LockManager | undefined
  if (!locks) {
    void work(receive, closed.signal)
    return () => closed.abort()
  }
  const channel = new BroadcastChannel(name)
  let turn = new AbortController()
  let works = false
  let heard = true

  const publish = (message: T): void => {
    receive(message)
    if (!closed.signal.aborted) channel.postMessage(message)
  }
  const enter = (steal: boolean): void => {
    const own = new AbortController()
    turn = own
    const start = (): Promise<void> => {
      works = true
      return work(publish, own.signal)
    }
    // Rejected when another tab takes the place, or when this tab gives up waiting for it.
    const held = steal
      ? locks.request(name, { steal: true }, start)
      : locks.request(name, { signal: own.signal }, start)
    void held
      .catch(() => {})
      .then(() => {
        own.abort()
        if (turn !== own) return
        works = false
        if (!closed.signal.aborted) enter(false)
      })
  }
  const look = (): void => {
    if (works) return
    heard = false
    channel.postMessage(question)
    setTimeout(() => {
      if (heard || works || document.hidden || closed.signal.aborted) return
      turn.abort()
      enter(true)
    }, answerMs)
  }
  channel.onmessage = ({ data }: MessageEvent<T | typeof question>) => {
    if (data !== question) {
      heard = true
      receive(data)
    } else if (works) channel.postMessage(answer())
  }

  enter(false)
  look()
  const timer = setInterval(look, lookMs)
  document.addEventListener('visibilitychange', look)
  return () => {
    closed.abort()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    turn.abort()
    channel.close()
  }
}
