/** Runs in the page: fills in forms with scripts that must not run and secrets that must not be disclosed. */
import { shown } from './buttons.ts'
import { fieldsOf, labelOf, type } from './pressing.ts'
import { alive, closeAll, comeHome } from './layers.ts'
import { lookInAll, state } from './round.ts'
import { settle } from './watch.ts'

export const submitOf = (root: Element): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>('button[type=submit]')].find(
    one => shown(one) && !(one as HTMLButtonElement).disabled,
  )
/** The number of visible alerts. */
export const alerts = (): number => document.querySelectorAll('[role=alert], .toast').length

/** Types into every text input, also those under 更多. */
export function fillIn(root: Element): number {
  for (const more of root.querySelectorAll<HTMLElement>('[data-more][aria-expanded=false]')) more.click()
  const fields = fieldsOf(root)
  for (const field of fields) {
    const label = labelOf(field)
    const { canaries } = state.round
    type(
      field,
      (field as HTMLInputElement).type === 'password' || /密钥|密码|secret|password/i.test(label)
        ? canaries.secret
        : /手机|电话|联系方式|phone|mobile/i.test(label)
          ? canaries.phone
          : /身份证|证件|id (card|number)/i.test(label)
            ? canaries.idCard
            : (field as HTMLInputElement).type === 'number'
              ? '7'
              : canaries.text,
    )
  }
  return fields.length
}

/** Types into the search and into forms on the page itself. */
export async function typeIntoPage(): Promise<void> {
  const around = state.place
  const page = document.querySelector('.shell-page')
  for (const form of page?.querySelectorAll<HTMLFormElement>('form') ?? []) {
    if (!form.isConnected || fillIn(form) === 0) continue
    state.place = `${around} › ${form.className}`
    await settle()
    form.requestSubmit()
    await settle()
    await closeAll(0)
    await lookInAll(() => page!)
    await comeHome()
    await alive()
  }
  state.place = around
  const pager = page?.querySelector<HTMLSelectElement>('.pager select')
  for (const size of pager ? ['100', pager.value] : []) {
    pager!.value = size
    pager!.dispatchEvent(new Event('change', { bubbles: true }))
    await settle()
  }
}
