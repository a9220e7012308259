/** Runs in the page: what lies above it, how that is closed, and whether the page below still lives. */
import { closes, shown, wordsOf } from './buttons.ts'
import { key, press, reachable } from './hand.ts'
import { say, state } from './round.ts'
import { pause, settle } from './watch.ts'

const LAYERS = '.dialog-veil, .popover, .drawer'
export const layers = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(LAYERS)].filter(shown)

/** Only the page is left, and a hand can reach it. */
export async function alive(): Promise<void> {
  if (layers().length > 0) return
  if (document.querySelector('body > [inert], body > [aria-hidden="true"]:not(.visually-hidden)')) await settle()
  const find = (): HTMLElement | null => document.querySelector('.shell-page :is(h1, [role=tablist])')
  for (let waited = 0; !find() && waited < 1500; waited += 50) await pause(50)
  const title = find()
  if (!title) return say('nothing is left of the page')
  if (/^(暂未开放|页面不存在|页面出错了|Not open yet|No such page|Something went wrong)/.test(title.innerText))
    say(`became “${title.innerText}”`)
  if (!(await reachable(title))) say('the page is covered or inert')
}

/** Back to where the round began, when a press led elsewhere. */
export async function comeHome(): Promise<void> {
  if (location.pathname === state.home) return
  await alive()
  if (document.querySelector('.signpost')) say(`leads to ${location.pathname}, which is not there`)
  history.back()
  await settle()
  if (location.pathname !== state.home) {
    history.pushState(null, '', state.home)
    dispatchEvent(new PopStateEvent('popstate'))
    await settle()
  }
}

/** Closes what lies above the first `down`: one time by its button, the next time by Escape. */
export async function closeAll(down: number): Promise<void> {
  const byKey = layers().length > down && (state.closed += 1) % 2 === 0
  for (let tries = 0; layers().length > down && tries < 8; tries += 1) {
    const top = layers().at(-1)!
    const cancel = [...top.querySelectorAll<HTMLElement>('button')].findLast(
      one => closes(one) && shown(one) && !(one as HTMLButtonElement).disabled,
    )
    // The question whether to drop what was typed.
    const discard =
      top.matches('[data-front]') && tries > 0
        ? top.querySelector<HTMLElement>('.confirm-foot button:last-child')
        : null
    // What no key closes closes when one presses beside it.
    if (tries > 2 && top.matches('.popover'))
      press(document.querySelector<HTMLElement>('.shell-page :is(h1, [role=tablist])') ?? document.body)
    else if (discard) press(discard)
    else if ((byKey && tries < 2) || !cancel) {
      // A list that belongs to a box leaves the focus in the box.
      if (!top.matches('.popover-list') && !top.contains(document.activeElement))
        top.querySelector<HTMLElement>('[role=dialog], [role=alertdialog], button, input, [tabindex]')?.focus()
      key('Escape')
    } else press(cancel)
    for (let waited = 0; waited < 400 && layers().at(-1) === top; waited += 15) await pause(15)
    await settle()
  }
  if (layers().length > down) say(`cannot be closed: ${wordsOf(layers().at(-1)!).slice(0, 60)}`)
}
