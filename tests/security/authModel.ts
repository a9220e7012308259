/** S-AU: a simple model of the sign-in of one account, with which the real server is compared. */

export const MINUTE = 60_000
const [WINDOW, FREE, FREE_OF_WAIT, TICKET, GRACE] = [15 * MINUTE, 3, 6, 10 * MINUTE, 10_000]
const MOST_SESSIONS = 3

export interface Session {
  id: string
  access: string
  /** Oldest first; the last one is valid. */ refresh: string[]
  accessUntil: number
  refreshUntil: number
  rotatedAt: number
  provedAt: number
  revoked: boolean
  /** Guesses by the holder of this session. */ proofs: Guesses
}
export interface Ticket {
  value: string
  until: number
  password: string
  used: boolean
}
export type Answer = 'in' | 'ok' | 400 | 401 | 403 | 428 | 429

type Captcha = 'none' | 'good' | 'bad'
/** Attempts under one key: three are free, later ones need a captcha, after six each is followed by a delay. */
export class Guesses {
  #failures = 0
  #window = 0
  #blocked = 0
  take(now: number, captcha: Captcha): 'look' | 400 | 428 | 429 {
    if (this.#window < now) [this.#failures, this.#window] = [0, now + WINDOW]
    const blocked = this.#blocked > now
    if (captcha !== 'good' && (blocked || this.#failures >= FREE)) return blocked ? 429 : captcha === 'none' ? 428 : 400
    this.#failures += 1
    if (blocked) return 429
    if (this.#failures > FREE_OF_WAIT) {
      const wait = Math.min(15, 2 ** (this.#failures - FREE_OF_WAIT - 1)) * MINUTE
      this.#blocked = now + wait
      this.#window = Math.max(this.#window, now + wait + WINDOW)
    }
    return 'look'
  }
  forgive(): void {
    this.#failures = Math.max(0, this.#failures - 1)
  }
  clear(): void {
    this.#failures = this.#window = this.#blocked = 0
  }
}

/** A number of uses per window, such as messages per minute. */
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
  /** The step of the last accepted code; null without an authenticator. */ lastStep: number | null = null
  sessions: Session[] = []
  tickets: Ticket[] = []
  /** The code sent to the phone; the value is unknown when none was sent. */
  code: { value: string | null; until: number; tries: number } | null = null
  #guesses = new Guesses()
  #budgets = [new Budget(1, MINUTE), new Budget(5, 60 * MINUTE), new Budget(10, 1440 * MINUTE)]

  constructor(password: string) {
    this.password = password
  }

  /** The first step was right. */
  #firstStep(): 'in' | 428 {
    if (this.lastStep === null) {
      this.#guesses.clear()
      return 'in'
    }
    this.#guesses.forgive()
    return 428
  }

  login(now: number, given: { right: boolean; ownDoor: boolean; captcha: Captcha }): Answer {
    const asked = this.#guesses.take(now, given.captcha)
    if (asked !== 'look') return asked
    if (!given.right || !given.ownDoor || this.disabled) return 400
    return this.#firstStep()
  }
  askCode(now: number): Answer {
    return this.#budgets.every(budget => budget.spend(now)) ? 'ok' : 429
  }
  useCode(now: number, value: string): Answer {
    const asked = this.#guesses.take(now, 'good')
    if (asked !== 'look') return asked
    const { code } = this
    if (!code || code.tries >= 5 || code.until <= now) return 400
    code.tries += 1
    if (value !== code.value) return 400
    this.code = null
    return this.disabled ? 400 : this.#firstStep()
  }
  factor(now: number, ticket: Ticket, step: number | null): Answer {
    if (ticket.until < now || ticket.password !== this.password) return 400
    const asked = this.#guesses.take(now, 'good')
    if (asked !== 'look') return asked
    if (step === null || this.lastStep === null || step <= this.lastStep) return 400
    this.lastStep = step
    if (this.disabled || ticket.used) return 400
    ticket.used = true
    this.#guesses.clear()
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
      proofs: new Guesses(),
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
    // A request with a session is counted by it, without a captcha.
    const asked = session.proofs.take(now, 'good')
    if (asked !== 'look') return asked
    if (!right) return 400
    session.proofs.clear()
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
