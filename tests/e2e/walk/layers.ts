/** Runs in the page: dialogs and popovers above it, how they are closed, and whether the page below is still usable. */
import { closes, shown, wordsOf } from './buttons.ts'
import { key, press, reachable } from './pressing.ts'
import { report, state } from './round.ts'
import { pause, settle } from './watch.ts'

const LAYERS = '.dialog-veil, .popover, .drawer, .wall'
export const layers = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(LAYERS)].filter(shown)

/** Checks that only the page is left, and that it can be used. */
export async function alive(): Promise<void> {
  if (layers().length > 0) return
  const find = (): HTMLElement | null => document.querySelector('.shell-page :is(h1, [role=tablist])')
  if (!find() || document.querySelector('body > [inert], body > [aria-hidden="true"]:not(.visually-hidden)'))
    await settle()
  const title = find()
  if (!title) return report('nothing is left of the page')
  if (/^(暂未开放|页面不存在|页面出错了|Not open yet|No such page|Something went wrong)/.test(title.innerText))
    report(`became “${title.innerText}”`)
  if (!(await reachable(title))) report('the page is covered or inert')
}

/** Navigates like a link. */
export function leadTo(path: string): void {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

const GONE_MS = 5000
/** The browser goes back with a delay; not at all when there is no history. */
async function goBack(): Promise<void> {
  if (!(window as unknown as { navigation: { canGoBack: boolean } }).navigation.canGoBack) return
  const gone = new Promise<unknown>(resolve => addEventListener('popstate', resolve, { once: true }))
  history.back()
  if ((await Promise.race([gone, pause(GONE_MS)])) === undefined) report('did not go back')
  await settle()
}

/** Returns to the starting page, when a press led elsewhere. */
export async function comeHome(): Promise<void> {
  if (location.pathname === state.home) return
  await alive()
  if (document.querySelector('.signpost')) report(`leads to ${location.pathname}, which is not there`)
  await goBack()
  if (location.pathname !== state.home) {
    leadTo(state.home)
    await settle()
  }
}

/** Closes what lies above the first `down` layers, alternately with its button and with Escape. */
export async function closeAll(down: number): Promise<void> {
  const byKey = layers().length > down && (state.closed += 1) % 2 === 0
  for (let tries = 0; layers().length > down && tries < 8; tries += 1) {
    const top = layers().at(-1)!
    const cancel = [...top.querySelectorAll<HTMLElement>('button')].findLast(
      one => closes(one) && shown(one) && !(one as HTMLButtonElement).disabled,
    )
    // The question whether to discard the input.
    const discard =
      top.matches('[data-front]') && tries > 0
        ? top.querySelector<HTMLElement>('.confirm-foot button:last-child')
        : null
    // What no key closes is closed by a press beside it.
    if (tries > 2 && top.matches('.popover'))
      press(document.querySelector<HTMLElement>('.shell-page :is(h1, [role=tablist])') ?? document.body)
    else if (discard) press(discard)
    else if ((byKey && tries < 2) || !cancel) {
      // A combo box's list leaves the focus in the box.
      if (!top.matches('.popover-list') && !top.contains(document.activeElement))
        top.querySelector<HTMLElement>('[role=dialog], [role=alertdialog], button, input, [tabindex]')?.focus()
      key('Escape')
    } else press(cancel)
    await settle()
  }
  if (layers().length > down) report(`cannot be closed: ${wordsOf(layers().at(-1)!).slice(0, 60)}`)
}
