/** The real server beside the model of one account: each command is executed by both, with equal answers. */
import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { hotp, stepAt } from '#modules/identity/signIn/totp.server.ts'
import { captcha, makePerson, sealed, type In } from '../harness/people.ts'
import type { Answer as Real, TestServer } from '../harness/server.ts'
import type { Command, Do } from './authCommands.ts'
import { Account, MINUTE, type Answer, type Session } from './authModel.ts'

const ENGINE = { role: 'engine' } as const

export interface Clock {
  now: number
}

export class World {
  readonly model: Account
  /** Commands with their results: `login 428`. */
  readonly seen = new Set<string>()
  #doing = ''
  readonly #server: TestServer
  readonly #clock: Clock
  readonly #username: string
  readonly #phone: string
  readonly #role: string
  #id = ''
  #secret: Buffer | null = null
  #usedCode = '111111'
  #usedTotp = '111111'
  #changes = 0
  #printed: string[] = []
  /** The client header of each brand's login page. */
  #doors: Record<string, string> = {}

  constructor(server: TestServer, clock: Clock, nth: number, role: string) {
    this.#server = server
    this.#clock = clock
    this.#username = `walker-${nth}`
    this.#phone = `138${String(20_000_000 + nth)}`
    this.#role = role
    this.model = new Account('moss kettle river')
  }

  async begin(): Promise<void> {
    this.#server.ports.notice = line => void this.#printed.push(line)
    for (const platform of ['', 'foshan']) {
      const { data } = (await this.#call('GET', `/api/config?platform=${platform}`)).body
      this.#doors[platform] = `Basic ${btoa(data.login.client)}`
    }
    await this.#admin()
    this.#id = await makePerson(this.#server, this.#username, { phone: this.#phone, roleIds: [this.#role] })
  }

  /** The administrator is signed in, and has just proved their identity, whatever the clock says. */
  async #admin(): Promise<void> {
    const until = new Date(this.#clock.now + 60 * MINUTE)
    await this.#server.ports.db.query(
      ENGINE,
      sql`update identity.session set proved_at = ${new Date(this.#clock.now)}, access_until = ${until} where account_id = (select id from identity.account where username = 'admin')`,
    )
    this.#forget()
  }
  #forget(): void {
    this.#server.ports.bus.publish('head', { name: 'identity' })
  }

  /** From another address each time, because limits per address have tests of their own. */
  async #call(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object, authorization?: string): Promise<Real> {
    const response = await this.#server.app.inject({
      method,
      url,
      ...(body ? { payload: body } : {}),
      headers: authorization ? { authorization } : {},
      remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
    })
    return { status: response.statusCode, body: response.json(), headers: response.headers }
  }
  #at(index: number): Session | undefined {
    return this.model.sessions.at(-1 - index)
  }
  #totp(): string {
    return hotp(this.#secret!, stepAt(new Date(this.#clock.now)))
  }

  /** Compares both answers to a sign-in; opens the session, or keeps the ticket, in the model as well. */
  async #same(expected: Answer, real: Real): Promise<void> {
    this.seen.add(`${this.#doing} ${expected}`)
    expect(real.status, JSON.stringify(real.body)).toBe(expected === 'in' || expected === 'ok' ? 200 : expected)
    const { now } = this.#clock
    if (expected === 'in') {
      const { access_token, refresh_token } = real.body as unknown as In
      const [row] = await this.#server.ports.db.query<{ id: string }>(
        ENGINE,
        sql`select id from identity.session where account_id = ${this.#id} order by id desc limit 1`,
      )
      this.model.opened(now, row!.id, access_token, refresh_token)
    }
    if (expected === 428 && real.body.data?.need === 'totp') this.model.ticket(now, real.body.data.ticket)
  }

  async do(given: Command): Promise<void> {
    this.#doing = given.do
    await this[given.do](given as never)
    await this.#sessions()
  }

  async login({ right, door, captcha: kind }: Do<'login'>): Promise<void> {
    const shown = kind === 'none' ? {} : await this.#captcha(kind)
    const expected = this.model.login(this.#clock.now, {
      right,
      ownDoor: door === '',
      captcha: kind === 'none' ? 'none' : kind === 'right' ? 'good' : 'bad',
    })
    const password = await sealed(this.#server, right ? this.model.password : 'not this one')
    const query = new URLSearchParams({
      username: this.#username,
      password,
      grant_type: 'password',
      scope: 'server',
      ...shown,
    })
    const real = await this.#call('POST', `/api/auth/oauth/token?${query}`, undefined, this.#doors[door])
    await this.#same(expected, real)
    if (expected === 428 && this.model.lastStep === null) expect(real.body.data).toEqual({ need: 'captcha' })
  }
  async #captcha(kind: string): Promise<Record<string, string>> {
    const good = await captcha(this.#server)
    if (kind === 'wrong') return { ...good, code: '####' }
    if (kind === 'missing') return { code: good.code! }
    if (kind === 'others') {
      let other = await captcha(this.#server)
      while (other.code === good.code) other = await captcha(this.#server)
      return { randomStr: other.randomStr!, code: good.code! }
    }
    if (kind === 'reused')
      await this.#call(
        'GET',
        `/api/admin/mobile/199${String(randomInt(1e8)).padStart(8, '0')}?${new URLSearchParams(good)}`,
      )
    return good
  }

  async askCode(_: Do<'askCode'>): Promise<void> {
    const { now } = this.#clock
    this.#printed = []
    const expected = this.model.askCode(now)
    await this.#same(
      expected,
      await this.#call('GET', `/api/admin/mobile/${this.#phone}?${new URLSearchParams(await captcha(this.#server))}`),
    )
    if (expected !== 'ok') return
    // Sent without waiting, so that the duration reveals nothing.
    if (!this.model.disabled) await expect.poll(() => this.#printed.length, { interval: 5 }).toBe(1)
    const value = /code (\d{6})/.exec(this.#printed[0] ?? '')?.[1] ?? null
    expect(value === null).toBe(this.model.disabled)
    this.model.code = { value, until: now + 5 * MINUTE, tries: 0 }
  }
  async useCode({ code }: Do<'useCode'>): Promise<void> {
    const sent = this.model.code?.value
    const value =
      code === 'right' && sent ? sent : code === 'used' ? this.#usedCode : sent === '222222' ? '333333' : '222222'
    const expected = this.model.useCode(this.#clock.now, value)
    if (sent && value === sent && this.model.code === null) this.#usedCode = value
    const query = new URLSearchParams({
      mobile: `SMS@${this.#phone}`,
      code: value,
      grant_type: 'mobile',
      ...(await captcha(this.#server, 'captcha')),
    })
    await this.#same(
      expected,
      await this.#call('POST', `/api/auth/mobile/token/sms?${query}`, undefined, this.#doors['']),
    )
  }
  async factor({ at, code }: Do<'factor'>): Promise<void> {
    const ticket = this.model.tickets.at(-1 - at)
    if (!ticket || !this.#secret) return
    const step = stepAt(new Date(this.#clock.now))
    const value = code === 'right' ? this.#totp() : code === 'again' ? this.#usedTotp : '000000'
    const expected = this.model.factor(this.#clock.now, ticket, value === this.#totp() ? step : null)
    if (value === this.#totp() && this.model.lastStep === step) this.#usedTotp = value
    const shown = await captcha(this.#server, 'captcha')
    await this.#same(
      expected,
      await this.#call('POST', '/api/auth/factor', { ticket: ticket.value, code: value, ...shown }),
    )
  }
  async refresh({ at, age }: Do<'refresh'>): Promise<void> {
    const session = this.#at(at)
    const given = session?.refresh.at(-1 - age)
    if (!session || !given) return
    const { now } = this.#clock
    const expected = this.model.refresh(now, session, age)
    const query = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: given })
    const real = await this.#call('POST', `/api/auth/oauth/token?${query}`, undefined, this.#doors[''])
    this.seen.add(`refresh ${expected}`)
    expect(real.status).toBe(expected === 401 ? 401 : 200)
    const { access_token, refresh_token } = real.body as unknown as In
    if (expected === 'in') this.model.rotated(now, session, access_token, refresh_token)
    // The same successor again, and not a second one.
    if (expected === 'ok') expect([access_token, refresh_token]).toEqual([session.access, session.refresh.at(-1)])
  }
  async logout({ at }: Do<'logout'>): Promise<void> {
    const session = this.#at(at)
    if (!session) return
    const held = this.model.holds(session, this.#clock.now)
    const real = await this.#call('DELETE', '/api/auth/token/logout', undefined, `Bearer ${session.access}`)
    expect(real.status).toBe(held ? 200 : 401)
    if (held) session.revoked = true
  }
  async password({ at, right }: Do<'password'>): Promise<void> {
    const session = this.#at(at)
    if (!session) return
    const [old, next] = [this.model.password, `kettle moss river ${(this.#changes += 1)}`]
    const expected = this.model.changePassword(this.#clock.now, session, right, next)
    const body = {
      old: await sealed(this.#server, right ? old : 'not this one'),
      password: await sealed(this.#server, next),
    }
    await this.#same(expected, await this.#call('POST', '/api/auth/password', body, `Bearer ${session.access}`))
  }
  async disable({ on }: Do<'disable'>): Promise<void> {
    if (on === this.model.disabled) return
    await this.#admin()
    expect((await this.#server.call('POST', `/api/admin/user/${this.#id}/${on ? 'lock' : 'unlock'}`, {})).status).toBe(
      200,
    )
    this.model.disabled = on
    if (on) this.model.endAll()
  }
  async role({ on }: Do<'role'>): Promise<void> {
    await this.#admin()
    const { body } = await this.#server.call('PUT', '/api/admin/user', {
      id: this.#id,
      roleIds: on ? [this.#role] : [],
    })
    expect(body.code, JSON.stringify(body)).toBe(0)
    this.model.hasRole = on
  }
  async kill({ at, victim }: Do<'kill'>): Promise<void> {
    const [session, other] = [this.#at(at), this.#at(victim)]
    if (!session || !other) return
    const held = this.model.holds(session, this.#clock.now)
    const real = await this.#call('DELETE', `/api/auth/session/${other.id}`, undefined, `Bearer ${session.access}`)
    expect(real.status).toBe(!held ? 401 : other.revoked ? 404 : 200)
    if (held) other.revoked = true
  }
  async enrol({ at }: Do<'enrol'>): Promise<void> {
    const session = this.#at(at)
    if (!session) return
    const bearer = `Bearer ${session.access}`
    const begun = await this.#call('POST', '/api/auth/totp/begin', {}, bearer)
    const before = this.#secret
    if (begun.status === 200) this.#secret = fromBase32(begun.body.data.secret)
    const expected = this.model.enrol(this.#clock.now, session, stepAt(new Date(this.#clock.now)))
    const body = { setup: begun.body.data?.setup ?? '', code: this.#secret ? this.#totp() : '000000' }
    await this.#same(expected, await this.#call('POST', '/api/auth/totp', body, bearer))
    if (expected === 'ok') this.#usedTotp = this.#totp()
    else this.#secret = before
  }
  async wait({ ms }: Do<'wait'>): Promise<void> {
    this.#clock.now += ms
    // Cached tokens expire by the real clock.
    this.#forget()
  }

  /** Every token ever issued opens exactly what it should. */
  async #sessions(): Promise<void> {
    for (const session of this.model.sessions.slice(-4)) {
      const held = this.model.holds(session, this.#clock.now)
      const status = async (url: string): Promise<number> =>
        (await this.#call('GET', url, undefined, `Bearer ${session.access}`)).status
      await expect
        .poll(() => status('/api/admin/role/page'), { interval: 20 })
        .toBe(!held ? 401 : this.model.hasRole ? 200 : 403)
      expect(await status('/api/auth/security')).toBe(held ? 200 : 401)
    }
  }
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map(byte => Number.parseInt(byte, 2)),
  )
}
