/** S-AU: what the sign-in of one account must do, as simply as it can be said; the real server is held against it. */

export const MINUTE = 60_000
const [WINDOW, FREE, FREE_OF_WAIT, TICKET, GRACE] = [15 * MINUTE, 3, 6, 10 * MINUTE, 10_000]
const MOST_SESSIONS = 3

export interface Session {
  id: string
  access: string
  /** Oldest first; the last one is good. */ refresh: string[]
  accessUntil: number
  refreshUntil: number
  rotatedAt: number
  provedAt: number
  revoked: boolean
}
export interface Ticket {
  value: string
  until: number
  password: string
  used: boolean
}
export type Answer = 'in' | 'ok' | 400 | 401 | 403 | 428 | 429

/** A number of tries in a window, such as messages a minute. */
class Budget {
  spent = 0
  until = 0
  readonly most: number
  readonly windowMs: number
  constructor(most: number, windowMs: number) {
    this.most = most
    this.windowMs = windowMs
  }
  spend(now: number): boolean {
    if (this.until < now) [this.spent, this.until] = [0, now + this.windowMs]
    this.spent += 1
    return this.spent <= this.most
  }
}

export class Account {
  password: string
  disabled = false
  hasRole = true
  /** The step of the last code that was taken; null: no authenticator. */ lastStep: number | null = null
  sessions: Session[] = []
  tickets: Ticket[] = []
  /** What was sent to the phone; the value is unknown when nothing was. */
  code: { value: string | null; until: number; tries: number } | null = null
  #failures = 0
  #window = 0
  #blocked = 0
  #budgets = [new Budget(1, MINUTE), new Budget(5, 60 * MINUTE), new Budget(10, 1440 * MINUTE)]

  constructor(password: string) {
    this.password = password
  }

  /** Every guess is counted, whatever way it takes. */
  guess(now: number): 'free' | 'captcha' | 429 {
    if (this.#window < now) [this.#failures, this.#window] = [0, now + WINDOW]
    this.#failures += 1
    if (this.#blocked > now) return 429
    if (this.#failures > FREE_OF_WAIT) {
      const wait = Math.min(15, 2 ** (this.#failures - FREE_OF_WAIT - 1)) * MINUTE
      this.#blocked = now + wait
      this.#window = Math.max(this.#window, now + wait + WINDOW)
    }
    return this.#failures > FREE ? 'captcha' : 'free'
  }
  forgive(): void {
    this.#failures = Math.max(0, this.#failures - 1)
  }
  #clear(): void {
    this.#failures = this.#window = this.#blocked = 0
  }

  /** The first step was right. */
  #firstStep(): 'in' | 428 {
    if (this.lastStep === null) {
      this.#clear()
      return 'in'
    }
    this.forgive()
    return 428
  }

  login(now: number, given: { right: boolean; ownDoor: boolean; captcha: 'none' | 'good' | 'bad' }): Answer {
    const asked = this.guess(now)
    if (asked === 429) return 429
    if (asked === 'captcha' && given.captcha !== 'good') return given.captcha === 'none' ? 428 : 400
    if (!given.right || !given.ownDoor || this.disabled) return 400
    return this.#firstStep()
  }
  askCode(now: number): Answer {
    return this.#budgets.every(budget => budget.spend(now)) ? 'ok' : 429
  }
  useCode(now: number, value: string): Answer {
    if (this.guess(now) === 429) return 429
    const { code } = this
    if (!code || code.tries >= 5 || code.until <= now) return 400
    code.tries += 1
    if (value !== code.value) return 400
    this.code = null
    return this.disabled ? 400 : this.#firstStep()
  }
  factor(now: number, ticket: Ticket, step: number | null): Answer {
    if (ticket.until < now || ticket.password !== this.password) return 400
    if (this.guess(now) === 429) return 429
    if (step === null || this.lastStep === null || step <= this.lastStep) return 400
    this.lastStep = step
    if (this.disabled || ticket.used) return 400
    ticket.used = true
    this.#clear()
    return 'in'
  }
  ticket(now: number, value: string): void {
    this.tickets.push({ value, until: now + TICKET, password: this.password, used: false })
  }

  opened(now: number, id: string, access: string, refresh: string): void {
    const [accessUntil, refreshUntil] = [now + 120 * MINUTE, now + 720 * MINUTE]
    this.sessions.push({
      id,
      access,
      refresh: [refresh],
      accessUntil,
      refreshUntil,
      rotatedAt: 0,
      provedAt: now,
      revoked: false,
    })
    for (const old of this.sessions.filter(one => !one.revoked).slice(0, -MOST_SESSIONS)) old.revoked = true
  }
  holds(session: Session, now: number): boolean {
    return !session.revoked && !this.disabled && session.accessUntil > now
  }
  refresh(now: number, session: Session, age: number): Answer {
    if (session.revoked || this.disabled || session.refreshUntil <= now) return 401
    if (age === 0) return 'in'
    if (age === 1 && now - session.rotatedAt < GRACE) return 'ok'
    session.revoked = true
    return 401
  }
  rotated(now: number, session: Session, access: string, refresh: string): void {
    session.refresh.push(refresh)
    Object.assign(session, {
      access,
      accessUntil: now + 120 * MINUTE,
      refreshUntil: now + 720 * MINUTE,
      rotatedAt: now,
    })
  }
  endAll(except?: Session): void {
    for (const one of this.sessions) if (one !== except) one.revoked = true
  }
  changePassword(now: number, session: Session, right: boolean, next: string): Answer {
    if (!this.holds(session, now)) return 401
    if (this.guess(now) === 429) return 429
    if (!right) return 400
    this.forgive()
    this.password = next
    this.endAll(session)
    return 'ok'
  }
  enrol(now: number, session: Session, step: number): Answer {
    if (!this.holds(session, now)) return 401
    if (now - session.provedAt > 5 * MINUTE) return 428
    this.lastStep = step
    return 'ok'
  }
}
