/**
 * Interaction to next paint of a live list while 20 rows a second arrive and somebody selects and scrolls, with the
 * processor slowed four-fold; the same list at rest is measured beside it. Rows must not move under the hand.
 */
import { chromium, type Page } from 'playwright-core'
import { CHROMIUM_ARGS, chromiumOrThrow } from '../harness/chromium.ts'
import { PASSWORD } from '../faults/product.ts'
import { loadClient, percentile } from './load.ts'
import type { Bench } from './run.ts'

const ROWS_PER_S = 20
const SLOWED = 4
const ROUNDS = 12
const BAR_MS = 200
/** Longer than the two seconds after which a list fetches new rows. */
const READING_MS = 2600

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

interface Observed extends Window {
  interactions: { type: string; ms: number }[]
}
/** Collects what the browser measures of each press and key: from the input to the next frame. */
const observe = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: Observed['interactions'] = []
    ;(window as unknown as Observed).interactions = seen
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) seen.push({ type: entry.name, ms: entry.duration })
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
const taken = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as Observed).interactions.splice(0).map(one => one.ms))
const shownRows = (page: Page): Promise<string[]> =>
  page.locator('.table-row').evaluateAll(rows => rows.map(row => (row as HTMLElement).innerText))

/** Selects rows, scrolls and deselects; returns the durations and how often a row moved while it was in hand. */
async function work(page: Page): Promise<{ ms: number[]; moved: number; rows: number }> {
  await observe(page)
  const [rows, box] = [page.locator('.table-row'), page.locator('.table-scroll').first()]
  let moved = 0
  let seen = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await rows
      .nth(round % 5)
      .locator('input[type=checkbox]')
      .click({ force: true })
    const before = await shownRows(page)
    seen += before.length
    await box.hover()
    await page.mouse.wheel(0, 160)
    await pause(READING_MS / 2)
    await page.keyboard.press('j')
    await pause(READING_MS / 2)
    const after = await shownRows(page)
    moved += before.filter((text, at) => text !== after[at]).length
    await page.mouse.wheel(0, -400)
    await rows
      .nth(round % 5)
      .locator('input[type=checkbox]')
      .click({ force: true })
  }
  await pause(500)
  return { ms: await taken(page), moved, rows: seen }
}

async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/login`)
  await page.locator('.login-form input').first().fill('admin')
  await page.locator('.login-form input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('.topbar').waitFor()
}

export async function inp(bench: Bench): Promise<void> {
  const { product, appId, productKey, devices, print } = bench
  const clients = await Promise.all(devices.slice(0, 10).map(device => loadClient(product.mqttPort, device)))
  let count = 0
  const send = async (): Promise<void> => {
    const at = count % clients.length
    const body = { id: String((count += 1)), version: '1.0', method: 'thing.event.button.post' }
    const params = { value: { guid: `inp-${count}-${Date.now()}`, doorNo: 1 }, time: Date.now() }
    await clients[at]!.publish(
      `/sys/${productKey}/${devices[at]!.sn}/thing/event/button/post`,
      Buffer.from(JSON.stringify({ ...body, params })),
    )
  }
  for (let n = 0; n < 60; n += 1) await send()
  // Frames are measured, so this browser paints.
  const args = CHROMIUM_ARGS.filter(arg => !arg.startsWith('--force-gpu-mem'))
  const browser = await chromium.launch({ executablePath: chromiumOrThrow(), args })
  try {
    const page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
    await signIn(page, `http://127.0.0.1:${product.httpPort}`)
    await page.goto(`http://127.0.0.1:${product.httpPort}/accessControlDevice/event/${appId}`)
    await page.locator('.table-row').nth(9).waitFor()
    await page.locator('.live-dot[data-state=live]').waitFor()
    await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    const rest = await work(page)
    const timer = setInterval(() => void send(), 1000 / ROWS_PER_S)
    const sent = count
    const busy = await work(page)
    clearInterval(timer)
    const figures = (ms: number[]): string =>
      `${ms.length} interactions over 16 ms, p75 ${percentile(ms, 0.75).toFixed(0)} ms, worst ${Math.max(0, ...ms).toFixed(0)} ms`
    print(
      `${ROWS_PER_S} rows a second (${count - sent} arrived), ${SLOWED} times slowed: ${figures(busy.ms)} (bar ≤ ${BAR_MS} ms)`,
    )
    print(
      `the same at rest: ${figures(rest.ms)}; rows that moved while they were read: ${busy.moved} of ${busy.rows} (bar 0)`,
    )
  } finally {
    await browser.close()
    for (const client of clients) client.end()
  }
}
