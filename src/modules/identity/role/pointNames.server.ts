/** Names of permission points for people: the page and the action, as in the menu. */
import type { Text } from '#base/text.ts'
import type { Ports } from '#server/ports.ts'

/** A point without a menu is shown by its key. */
export const pointNames = ({ menu }: Pick<Ports, 'menu'>, points: readonly string[]): Text[] =>
  points.map(point => {
    const button = menu.find(({ permission }) => permission === point)
    const page = menu.find(({ key }) => key === button?.parentKey)
    const [of = ['', ''], act = [point, point]] = [page?.name, button?.name]
    return [`${of[0]}${of[0] && '·'}${act[0]}`, `${of[1]}${of[1] && ' · '}${act[1]}`]
  })
