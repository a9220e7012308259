/** The home of an account: platform staff and the main account of a company have one, everybody else the other. */
import { isPlatform, type Principal } from '#server/ctx.ts'

const HOMES = ['/home', '/commonHome'] as const
export type Home = (typeof HOMES)[number]

export const homeOf = (user: Principal): Home => (isPlatform(user) || user.main ? '/home' : '/commonHome')

/** A user who may see both homes has only their own in the menu; the other has the same pages under the same name. */
export function withOneHome<Node extends { path: string | null; children: readonly unknown[] }>(
  areas: readonly Node[],
  own: Home,
): Node[] {
  const has = areas.some(area => area.path === own && area.children.length > 0)
  return areas.filter(area => !has || area.path === own || !(HOMES as readonly (string | null)[]).includes(area.path))
}
