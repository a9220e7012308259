/** Runs in the page: requests in progress, answers of the server, and whether the page is idle. */

/** Data from answers, which keep their language. */
export const data = new Set<string>()
/** The same texts in order of arrival, without those too short to be distinguished from the product's own texts. */
export const texts: string[] = []
/** Those that are names of rows, even if they equal one of the product's own texts. */
export const names = new Set<string>()
/** Names of menu rows, which are translated: a dialog opened for one keeps its name when the language changes. */
export const menuNames = new Set<string>()
/** Documents and other long texts, of which the page shows parts. */
export const long: string[] = []
/** Bodies of refusals. */
export const refusals: string[] = []
/** Forbidden events, with their place. */
export const problems: string[] = []
let onTheirWay = 0

function keep(text: string): void {
  if (text === '' || data.has(text)) return
  data.add(text)
  if (text.length > 3 || /[\u3400-\u9fff]{2}/.test(text)) texts.push(text)
}
function remember(value: unknown, key: string, rows: boolean): void {
  if (typeof value === 'string') {
    if (value.length > 160) long.push(value)
    else {
      keep(value.trim())
      if (rows && /name|title/i.test(key)) names.add(value.trim())
    }
    return
  }
  if (typeof value !== 'object' || value === null) return
  // The items of a list have the key of the list.
  for (const [name, one] of Object.entries(value))
    if (name !== 'msg') remember(one, Array.isArray(value) ? key : name, rows)
}

function readAnswer(url: string, status: number, text: string): void {
  const path = new URL(url, location.href).pathname
  if (status >= 500) problems.push(`${path} answered ${status}: ${text.slice(0, 200)}`)
  if (status >= 400) refusals.push(text)
  try {
    // The menu belongs to the product, and is sent in the requested language.
    const isMenu = /\/menu(\/|$)/.test(path)
    const { data: answer } = JSON.parse(text) as { data?: unknown }
    remember(answer, '', !isMenu)
    if (path.endsWith('/menu/tree'))
      for (const [, name] of text.matchAll(/"name":"([^"]+)"/g)) if (name!.length > 1) menuNames.add(name!)
  } catch {
    problems.push(`${path} answered ${status} with what is no JSON: ${text.slice(0, 100)}`)
  }
}

/** Answers of this page by question and language, until something is sent. */
const answered = new Map<string, string>()
let switching = false
/** While the page changes its language and back, what it asked in that language before is answered as before. */
export async function switchingLanguage(work: () => Promise<unknown>): Promise<void> {
  switching = true
  await work().finally(() => (switching = false))
}
/** Null for what is no question. */
function questionOf([input, init]: Parameters<typeof fetch>): string | null {
  if (typeof input !== 'string' || (init?.method ?? 'GET') !== 'GET') return null
  return `${new Headers(init?.headers).get('accept-language')} ${location.pathname} ${input}`
}

/** Must be called before the page's own scripts run. */
export function watchPage(): void {
  const real = window.fetch.bind(window)
  window.fetch = async (...call) => {
    const question = questionOf(call)
    const known = switching && question ? answered.get(question) : undefined
    if (known !== undefined) return new Response(known, { headers: { 'content-type': 'application/json' } })
    if (!question) answered.clear()
    onTheirWay += 1
    activity += 1
    try {
      const response = await real(...call)
      if (response.headers.get('content-type')?.includes('json')) {
        const copy = response.clone()
        onTheirWay += 1
        void copy
          .text()
          .then(
            text => {
              if (question && response.status === 200) answered.set(question, text)
              readAnswer(response.url, response.status, text)
            },
            () => {},
          )
          .finally(() => {
            onTheirWay -= 1
            activity += 1
          })
      } else if (response.status >= 500) problems.push(`${response.url} answered ${response.status}`)
      return response
    } finally {
      onTheirWay -= 1
      activity += 1
    }
  }
  watchWork()
  window.print = () => {}
}

const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = window
/** Not counted as work of the page, unlike its own timers. */
export const pause = (ms: number): Promise<void> => new Promise(resolve => realSetTimeout(resolve, ms))

/** Increased by everything that may change the page: answers, timers, rendering. */
let activity = 0
/** Timers that will run soon: for example searches while typing, and delayed rendering of React. */
const soon = new Set<number>()
const SOON_MS = 400
/** Callbacks of the next frame, which for example move the focus and place overlays. */
const frames = new Set<number>()

/** Wraps timers and frames, so that pending work of the page is known. */
function watchWork(): void {
  window.setTimeout = ((run: TimerHandler, ms = 0, ...given: unknown[]): number => {
    if (typeof run !== 'function' || ms > SOON_MS) return realSetTimeout(run, ms, ...given)
    const id = realSetTimeout(() => {
      soon.delete(id)
      activity += 1
      run(...given)
    }, ms)
    soon.add(id)
    return id
  }) as typeof window.setTimeout
  window.clearTimeout = id => {
    soon.delete(Number(id))
    realClearTimeout(id)
  }
  const frame = window.requestAnimationFrame.bind(window)
  const cancelFrame = window.cancelAnimationFrame.bind(window)
  window.requestAnimationFrame = run => {
    const id = frame(at => {
      frames.delete(id)
      activity += 1
      run(at)
    })
    frames.add(id)
    return id
  }
  window.cancelAnimationFrame = id => {
    frames.delete(id)
    cancelFrame(id)
  }
  // React renders in slices, and posts itself a message for the next one.
  const post = MessagePort.prototype.postMessage
  MessagePort.prototype.postMessage = function (...given: unknown[]) {
    activity += 1
    return post.apply(this, given as Parameters<typeof post>)
  }
  new MutationObserver(changes => {
    activity += 1
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof HTMLLinkElement && (node.rel === 'modulepreload' || node.rel === 'stylesheet'))
          awaitCode(node)
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
}

/** Code being loaded has an element in the head; it is loaded when it has run. */
function awaitCode(link: HTMLLinkElement): void {
  onTheirWay += 1
  const done = (): void => {
    activity += 1
    onTheirWay -= 1
  }
  link.addEventListener('error', done)
  link.addEventListener('load', () =>
    link.rel === 'stylesheet' ? done() : void import(/* @vite-ignore */ link.href).then(done, done),
  )
}

const moving = (): boolean =>
  document
    .getAnimations()
    .some(one => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity)
const resting = (): boolean =>
  onTheirWay === 0 &&
  soon.size === 0 &&
  frames.size === 0 &&
  !document.querySelector('.waiting, .skeleton, [aria-busy="true"]') &&
  !moving()

const MOST_MS = 30_000
const STEP_MS = 6
/** Waits until nothing is on its way and nothing happens any more. That this never comes is a problem, and false. */
export async function settle(): Promise<boolean> {
  const end = performance.now() + MOST_MS
  let unchanged = 0
  for (let before = -1; performance.now() < end; before = activity) {
    await pause(STEP_MS)
    unchanged = before === activity && resting() ? unchanged + 1 : 0
    if (unchanged >= 2) return true
  }
  problems.push(`${location.pathname} did not come to rest in ${MOST_MS} ms`)
  return false
}
