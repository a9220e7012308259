/** Runs in the page: what is on its way, what the server said, and whether the page rests. */

/** What people and the server wrote, as it came in answers: it keeps its language. */
export const data = new Set<string>()
/** The same in the order in which it came, without what is too short to be told from our own words. */
export const texts: string[] = []
/** Those of them that are names of rows, whatever words of ours they equal. */
export const names = new Set<string>()
/** Rows of the menu, which are translated: a dialog that was opened for one keeps its name when the language changes. */
export const menuNames = new Set<string>()
/** Documents and other long texts, of which the page shows pieces. */
export const long: string[] = []
/** Bodies of refusals. */
export const refusals: string[] = []
/** What must never happen, and where. */
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
  // What a list holds is called as the list is.
  for (const [name, one] of Object.entries(value))
    if (name !== 'msg') remember(one, Array.isArray(value) ? key : name, rows)
}

function readAnswer(url: string, status: number, text: string): void {
  const path = new URL(url, location.href).pathname
  if (status >= 500) problems.push(`${path} answered ${status}: ${text.slice(0, 200)}`)
  if (status >= 400) refusals.push(text)
  try {
    // The menu is ours, and comes in the language that was asked for.
    const isMenu = /\/menu(\/|$)/.test(path)
    const { data: answer } = JSON.parse(text) as { data?: unknown }
    remember(answer, '', !isMenu)
    if (path.endsWith('/menu/tree'))
      for (const [, name] of text.matchAll(/"name":"([^"]+)"/g)) if (name!.length > 1) menuNames.add(name!)
  } catch {
    problems.push(`${path} answered ${status} with what is no JSON: ${text.slice(0, 100)}`)
  }
}

/** To be called before the page's own scripts run. */
export function watchPage(): void {
  const real = window.fetch.bind(window)
  window.fetch = async (...call) => {
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
            text => readAnswer(response.url, response.status, text),
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
/** Does not count as work of the page, as its own timers do. */
export const pause = (ms: number): Promise<void> => new Promise(resolve => realSetTimeout(resolve, ms))

/** Grows with all that may change the page: what came, what ran, what is drawn otherwise. */
let activity = 0
/** Timers that will run soon: what is typed is looked up, and React shows what it held back, a moment later. */
const soon = new Set<number>()
const SOON_MS = 400
/** Callbacks of the next frame: the focus goes there, and overlays find their place. */
const frames = new Set<number>()

/** Whatever the page puts off is known from the moment on which it is put off. */
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
  // React renders piece by piece, and posts itself a message for the next piece.
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

/** Code that the page is fetching stands in its head; it has come when it has run. */
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

const MOST_MS = 8000
const STEP_MS = 6
/** Waits until nothing is on its way and nothing happens any more. That this never comes is a problem, and false. */
export async function settle(): Promise<boolean> {
  const end = performance.now() + MOST_MS
  let calm = 0
  for (let before = -1; performance.now() < end; before = activity) {
    await pause(STEP_MS)
    calm = before === activity && resting() ? calm + 1 : 0
    if (calm >= 2) return true
  }
  problems.push(`${location.pathname} did not come to rest in ${MOST_MS} ms`)
  return false
}
