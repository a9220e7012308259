/**
 * Rows in which every text is a script injection, planted through public routes, so that each page with them proves
 * that it does not run.
 */
import type { Page } from 'playwright-core'
import { sampleValues } from '#console/crud/form/sampleValues.ts'
import { verbsOf, type Noun } from '#model/noun.ts'
import { nouns } from '#main/registry.ts'
import type { Stage } from './stage.ts'

const CANARIES = [
  `"'><script>__canary=1</script>`,
  `<img src=x onerror=__canary=1>`,
  `{{__canary=1}}\${__canary=1}`,
  `javascript:__canary=1`,
]
/** Nouns whose rows would lock out the test itself, or represent real devices. */
const LEFT_OUT = new Set(['user', 'role', 'menu', 'brand', 'callback'])

/** Adds a row to every noun that accepts one; returns the keys of those nouns. */
export async function plantCanaries(stage: Stage): Promise<string[]> {
  const { server, appId } = stage.platform
  const known = new Map<string, string>()
  const idOf = async (noun: string): Promise<string | undefined> => {
    const api = nouns.get(noun)?.api
    if (!api) return undefined
    if (!known.has(noun)) {
      const { body } = await server.call('GET', `${api}/page?size=1&appId=${appId}`)
      const plain = body.code === 0 ? body : (await server.call('GET', `${api}/page?size=1`)).body
      known.set(noun, plain.data?.records?.[0]?.id ?? '')
    }
    return known.get(noun) || undefined
  }
  const planted: string[] = []
  // Refers to existing rows, because for example a planted model is not published.
  for (const noun of nouns.values())
    for (const field of Object.values(noun.fields)) if (field.kind === 'ref' && field.required) await idOf(field.to)
  for (const noun of nouns.values()) {
    if (LEFT_OUT.has(noun.key) || !verbsOf(noun).includes('add')) continue
    const values = await canaryOf(noun, planted.length, idOf)
    const scoped = noun.scope === 'application' ? `?appId=${appId}` : ''
    const { body } = await server.call('POST', `${noun.api}${scoped}`, values)
    if (body.code === 0) planted.push(noun.key)
  }
  return planted
}

async function canaryOf(noun: Noun, nth: number, idOf: (noun: string) => Promise<string | undefined>): Promise<object> {
  const values: Record<string, unknown> = { ...sampleValues(noun.fields) }
  for (const [name, field] of Object.entries(noun.fields)) {
    if (field.by && field.by !== 'user') delete values[name]
    else if (field.kind === 'ref' && field.required)
      values[name] = field.many ? [await idOf(field.to)] : await idOf(field.to)
    else if (field.kind === 'file') delete values[name]
    // Times have an order among each other, which samples do not respect.
    else if (!field.required && ['instant', 'day', 'clock', 'span', 'list', 'group'].includes(field.kind))
      delete values[name]
    else if (field.kind === 'rich')
      values[name] = `<p onclick="__canary=1">${CANARIES.join('')}</p><svg onload=__canary=1>`
    else if (field.kind === 'text' && !field.pattern && field.matches === undefined) {
      const canary =
        CANARIES.find((one, at) => at >= nth % CANARIES.length && one.length <= (field.max ?? 255)) ?? '<b>'
      values[name] = field.unique ? `${nth}${canary}`.slice(0, field.max ?? 255) : canary
    }
  }
  return values
}

/** Whether any of them ran. */
export const canaryRan = (page: Page): Promise<boolean> => page.evaluate(() => '__canary' in window)
