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

class Member<T extends object> {
  private readonly name: string
  private readonly of: Shared<T>
  private readonly channel: BroadcastChannel
  private readonly timer: ReturnType<typeof setInterval>
  /** From queueing for the lock to the end of the work. */
  private turn = new AbortController()
  private works = false
  private received = true
  private closed = false

  constructor(name: string, of: Shared<T>) {
    this.name = name
    this.of = of
    this.channel = new BroadcastChannel(name)
    this.channel.onmessage = ({ data }: MessageEvent<T | typeof question>) => {
      if (data !== question) {
        this.received = true
        of.receive(data)
      } else if (this.works) this.channel.postMessage(of.answer())
    }
    this.queue(false)
    this.look()
    this.timer = setInterval(this.look, lookMs)
    document.addEventListener('visibilitychange', this.look)
  }

  readonly close = (): void => {
    this.closed = true
    clearInterval(this.timer)
    document.removeEventListener('visibilitychange', this.look)
    this.turn.abort()
    this.channel.close()
  }

  private readonly publish = (message: T): void => {
    if (this.closed) return
    this.of.receive(message)
    this.channel.postMessage(message)
  }

  private queue(steal: boolean): void {
    const turn = new AbortController()
    this.turn = turn
    const start = (): Promise<void> => {
      this.works = true
      return this.of.work(this.publish, turn.signal)
    }
    void navigator.locks
      .request(this.name, steal ? { steal: true } : { signal: turn.signal }, start)
      // Rejected when another tab takes the place, or when this tab gives up waiting for it.
      .catch(() => {})
      .then(() => {
        turn.abort()
        if (this.turn !== turn) return
        this.works = false
        if (!this.closed) this.queue(false)
      })
  }

  private readonly look = (): void => {
    if (this.works) return
    this.received = false
    this.channel.postMessage(question)
    setTimeout(() => {
      if (this.received || this.works || this.closed || document.hidden) return
      this.turn.abort()
      this.queue(true)
    }, answerMs)
  }
}

/** Takes part until the returned function is called; `T` must be an object that can be cloned. */
export function shareAmongTabs<T extends object>(name: string, shared: Shared<T>): () => void {
  if (navigator.locks as LockManager | undefined) return new Member(name, shared).close
  const closed = new AbortController()
  void shared.work(shared.receive, closed.signal)
  return () => closed.abort()
}
