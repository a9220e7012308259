/** What people call permission points: the page and what is done there, as the menu has them. */
import type { Text } from '#base/text.ts'
import type { Ports } from '#server/ports.ts'

/** A point that stands in no menu is named as it is. */
export const pointNames = ({ menu }: Pick<Ports, 'menu'>, points: readonly string[]): Text[] =>
  points.map(point => {
    const button = menu.find(({ permission }) => permission === point)
    const page = menu.find(({ key }) => key === button?.parentKey)
    const [of = ['', ''], act = [point, point]] = [page?.name, button?.name]
    return [`${of[0]}${of[0] && '·'}${act[0]}`, `${of[1]}${of[1] && ' · '}${act[1]}`]
  })
