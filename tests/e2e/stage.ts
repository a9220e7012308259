/** What every test end to end uses: the whole platform on a fresh database, and one Chromium whose errors fail the test. */
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { CHROMIUM_ARGS, chromiumOrThrow } from '../harness/chromium.ts'
import { startPlatform, type TestPlatform } from '../harness/platform.ts'
import { ADMIN_PASSWORD } from '../harness/server.ts'
import { CONSOLE_VARIABLE } from './builtConsole.ts'
import { startSimulator, type SimulatedDevice, type Simulator } from './simulator.ts'

/** Logs violations of the content security policy as errors, so that they fail the test. */
const LOG_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) => console.error('CSP: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber))`

interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  user_id: string
}
export interface Opening {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  language?: 'zh' | 'en'
  /** Whose session; default the administrator's. */ as?: { username: string; tokens: Tokens; platform?: string } | null
}

interface Shared {
  browser?: Promise<Browser>
  /** Empty but for the console's code, which the next page need not fetch and compile again. */
  idle: BrowserContext[]
}
/** What the test files of one process share, one after the other: a browser for each set of switches. */
const sharedBy = new Map<string, Shared>()
/** Always the same, because the browser keeps the console's code by its address. */
let sharedPort = 0

/** Listens where the previous stage of this process did; on another port only if a stranger took that one meanwhile. */
async function listen({ app }: TestPlatform['server']): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: sharedPort }).catch(() => app.listen({ host: '127.0.0.1', port: 0 }))
  return (sharedPort = (app.server.address() as AddressInfo).port)
}

export class Stage {
  platform!: TestPlatform
  base = ''
  #browser!: Browser
  #shared!: Shared
  #admin!: Tokens
  #simulators: Simulator[] = []
  #contexts: BrowserContext[] = []
  #problems: string[] = []
  #expected: RegExp[] = []

  /** `args` are further switches of the browser. */
  async start(args: readonly string[] = []): Promise<void> {
    const key = args.join(' ')
    const shared = sharedBy.get(key) ?? { idle: [] }
    sharedBy.set(key, shared)
    this.#shared = shared
    const [platform, browser] = await Promise.all([
      startPlatform({ consoleFolder: process.env[CONSOLE_VARIABLE]! }),
      (shared.browser ??= chromium.launch({ executablePath: chromiumOrThrow(), args: [...CHROMIUM_ARGS, ...args] })),
    ])
    this.platform = platform
    this.#browser = browser
    this.base = `http://127.0.0.1:${await listen(platform.server)}`
    Object.assign(platform.server.ports, { publicUrl: this.base })
    this.#admin = await this.tokens('admin', ADMIN_PASSWORD)
  }

  async close(): Promise<void> {
    await this.settle()
    for (const simulator of this.#simulators) await simulator.end()
    await this.platform?.close()
  }

  /** Devices that live until the stage closes. */
  async simulate(devices: readonly SimulatedDevice[]): Promise<Simulator> {
    const simulator = await startSimulator(this.platform.gateway.port, devices)
    this.#simulators.push(simulator)
    return simulator
  }

  /** Signs in by the API. */
  async tokens(username: string, password: string): Promise<Tokens> {
    const { status, body } = await this.platform.server.login(username, password)
    if (status !== 200) throw new Error(`${username} could not sign in: ${JSON.stringify(body)}`)
    return body as unknown as Tokens
  }

  /** A page of a browser of its own, signed in as the administrator by default. */
  async open(
    path: string,
    {
      width = 1440,
      height = 900,
      theme = 'light',
      language = 'zh',
      as = { username: 'admin', tokens: this.#admin },
    }: Opening = {},
  ): Promise<Page> {
    const values: Record<string, string> = { theme, language }
    if (as) {
      Object.assign(values, {
        username: as.username,
        token_time: String(Date.now()),
        ...(as.platform ? { platform: as.platform } : {}),
      })
      for (const name of ['access_token', 'refresh_token', 'expires_in', 'user_id'] as const)
        values[name] = String(as.tokens[name])
    }
    const localStorage = Object.entries(values).map(([name, value]) => ({ name: `portico-${name}`, value }))
    const context = this.#shared.idle.pop() ?? (await this.#newContext())
    this.#contexts.push(context)
    await context.setStorageState({ cookies: [], origins: [{ origin: this.base, localStorage }] })
    const page = await context.newPage()
    await page.setViewportSize({ width, height })
    page.on('console', message => {
      if (message.type() === 'error') this.#problems.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', error => this.#problems.push(error.stack ?? error.message))
    await page.goto(this.base + path)
    return page
  }

  async #newContext(): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      locale: 'zh-CN',
      // Far from the places that are shown: no page may read the clock of the browser.
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
    })
    // What never appears fails the test later; what comes late on a busy machine does not fail it.
    context.setDefaultTimeout(45_000)
    await context.addInitScript(LOG_VIOLATIONS)
    return context
  }

  /** The test provokes this complaint itself, such as the browser's line about a refusal. */
  expectComplaint(...patterns: RegExp[]): void {
    this.#expected.push(...patterns)
  }

  /** What the browser complained of since the last call; closes its pages. */
  async settle(): Promise<string[]> {
    const used = this.#contexts.splice(0)
    await Promise.all(
      used.flatMap(context => [context.setOffline(false), ...context.pages().map(page => page.close())]),
    )
    this.#shared.idle.push(...used)
    const expected = this.#expected.splice(0)
    return this.#problems.splice(0).filter(problem => !expected.some(pattern => pattern.test(problem)))
  }
}

/** To be called at the top of a test file. */
export function useStage(args?: readonly string[]): Stage {
  const stage = new Stage()
  beforeAll(() => stage.start(args))
  afterEach(async () => {
    expect(await stage.settle(), 'errors in the browser').toEqual([])
  })
  afterAll(() => stage.close())
  return stage
}

/** The page has what it shows: its code, its data, no motion left. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('main') !== null &&
      !document.querySelector('.waiting, .skeleton, [aria-busy="true"]') &&
      !document
        .getAnimations()
        .some(
          animation =>
            animation.playState === 'running' && animation.effect?.getComputedTiming().iterations !== Infinity,
        ),
  )
}
