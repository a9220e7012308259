/** Runs in the page: presses everything that can be pressed, reads what opens, tries it, and closes it again. */
import { framePart, KIT, meaning, pressables, wordsOf } from './buttons.ts'
import { alerts, fillIn, submitOf, typeIntoPage } from './forms.ts'
import { pressAndSettle, reachable } from './pressing.ts'
import { alive, closeAll, comeHome, layers, leadTo } from './layers.ts'
import { begin, fresh, look, lookInAll, report, state, type Found, type Round } from './round.ts'
import { problems, refusals, settle, watchPage } from './watch.ts'
import { learn, without, withoutData } from './words.ts'

const MOST_PRESSES = 140
const MOST_DEPTH = 4

/** Reads a form and saves it empty in every language, presses its buttons, then saves it filled with script injections. */
async function tryForm(layer: HTMLElement, depth: number): Promise<void> {
  const there = (): HTMLElement | undefined => (layer.isConnected ? layer : undefined)
  const save = (): HTMLElement | undefined => (layer.isConnected ? submitOf(layer) : undefined)
  const saveEmpty = async (): Promise<void> => {
    const button = save()
    if (!button) return
    state.pressed += 1
    const before = layer.innerText
    if (!(await pressAndSettle(button))) report('saving it empty never ended')
    if (save() && alerts() === 0 && layer.innerText === before) report('saved empty, it says nothing')
    if (layer.isConnected) look(layer, true)
  }
  await lookInAll(there, { first: true, opened: true, act: save() && saveEmpty })
  await saveEmpty()
  if (layer.isConnected) await pressAll(there, depth)
  const again = save()
  if (!again) return
  fillIn(layer)
  await settle()
  state.pressed += 1
  const before = layer.innerText
  if (!(await pressAndSettle(again))) report('saving it never ended')
  if (layer.isConnected) {
    if (alerts() === 0 && save() && layer.innerText === before) report('refused without a word')
    look(layer)
  }
}

async function tryLayer(
  layer: HTMLElement,
  depth: number,
  reopen: () => Promise<HTMLElement | undefined>,
): Promise<void> {
  const title = layer.querySelector<HTMLElement>('.dialog-title, .drawer-title, .confirm-title')
  const name = layer.matches('.popover') ? 'popover' : without(title?.innerText ?? layer.className)
  state.opened.add(name)
  // Opened in another way or on another page, it is the same form.
  const labels = [...layer.querySelectorAll('.field-label, button')].map(one => without(wordsOf(one as HTMLElement)))
  const which = `${name} ${labels.slice(0, 30).join()}`
  const popover = layer.matches('.popover')
  const known = !layer.matches('.popover-list') && !fresh('layers', which)
  const ends =
    layer.matches('.wall') || layer.querySelector('[role=alertdialog], .palette') !== null || depth >= MOST_DEPTH
  if (!known && !ends && !layer.matches('.popover, .drawer')) return tryForm(layer, depth)
  await lookInAll(() => (layer.isConnected ? layer : undefined), { first: !known && !popover, opened: true })
  if (known || ends) return
  const option = layer.querySelector<HTMLElement>('[role=option]:not([aria-disabled=true])')
  let now: HTMLElement | undefined = layer
  if (popover && option) await pressAndSettle(option)
  else
    await pressAll(
      () => (now?.isConnected ? now : undefined),
      depth,
      async () => (now = await reopen()),
    )
}

/** Presses one button of each meaning under `root`, including those that appear meanwhile. */
async function pressAll(
  root: () => Element | undefined,
  depth: number,
  reopen?: () => Promise<unknown>,
): Promise<void> {
  const done = new Set<string>()
  const around = state.place
  for (;;) {
    let at = root()
    if (!at && reopen && done.size > 0) {
      await reopen()
      at = root()
    }
    if (!at) break
    const left = pressables(at).filter(
      one => !done.has(meaning(one)) && !(depth > 0 && one.getAttribute('type') === 'submit'),
    )
    // A tab replaces what is below it, so it is pressed after everything there.
    const next = left.find(one => !one.matches('[role=tab]')) ?? left[0]
    if (!next) break
    const what = meaning(next)
    done.add(what)
    const words = withoutData(wordsOf(next).replace(/\d+/g, '#'))
    if (depth > 0 && next.closest(KIT) && !fresh('kit', `${next.className} ${words}`)) continue
    if (depth === 0 && !fresh(`pressed ${state.round.kind}`, what)) continue
    const part = depth === 0 ? framePart(next) : undefined
    if (part !== undefined && !fresh('frame', part)) continue
    if (state.pressed > MOST_PRESSES) {
      report('too much to press')
      break
    }
    state.place = `${around} › ${wordsOf(next).slice(0, 30) || next.className}`
    await pressOne(next, what, root, depth)
    state.place = around
  }
}

async function pressOne(
  button: HTMLElement,
  what: string,
  root: () => Element | undefined,
  depth: number,
): Promise<void> {
  if (!(await reachable(button))) return report('cannot be reached')
  if (!button.isConnected) return
  const down = layers()
  state.pressed += 1
  const announces = button.matches('[aria-haspopup]') && button.getAttribute('aria-expanded') !== 'true'
  const open = (): boolean => layers().some(one => !down.includes(one))
  if (!(await pressAndSettle(button))) report('never came to rest')
  // The button of a combo box closes the list that the focus has opened.
  if (announces && !open() && !button.matches('.combo-box-open')) report('opens nothing')
  await lookAtNew(down, depth, async () => {
    const at = root()
    const same = at && pressables(at).find(one => meaning(one) === what)
    if (!same) return undefined
    const before = layers()
    await pressAndSettle(same)
    return layers().find(one => !before.includes(one))
  })
  if (depth === 0) {
    await closeAll(0)
    await comeHome()
    await alive()
    await lookInAll(root)
  }
}

async function lookAtNew(
  down: readonly HTMLElement[],
  depth: number,
  reopen: () => Promise<HTMLElement | undefined>,
): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const fresh = layers().filter(one => !down.includes(one))
    const top = fresh.at(-1)
    if (!top) return
    await tryLayer(top, depth + 1, reopen)
    await closeAll(layers().filter(one => down.includes(one)).length)
  }
}

async function walk(given: Round): Promise<Found> {
  begin(given)
  learn(given.words)
  problems.length = 0
  refusals.length = 0
  await settle()
  const root = (): Element | undefined => document.querySelector(given.root) ?? undefined
  await lookInAll(root, { first: true })
  if (fresh('typed into', given.kind)) await typeIntoPage()
  await pressAll(root, 0)
  const { pressed, switched, opened, learned } = state
  return { problems: [...problems], pressed, switched, opened: [...opened], refusals: [...refusals], memory: learned }
}

/** Navigates to another page of the console without reloading. */
async function visit(path: string): Promise<void> {
  leadTo(path)
  if (!(await settle())) throw new Error(`${path} never came to rest`)
}

/** The functions that the page offers to the test. */
export interface Walker {
  __walk: typeof walk
  __visit: typeof visit
}
watchPage()
Object.assign(window, { __walk: walk, __visit: visit } satisfies Walker)
