/** The ways in which a list can draw its rows, besides its own layout. */
import type { Lens, LensView } from '#model/noun.ts'

const VIEWS: readonly LensView[] = ['map', 'wall', 'calendar', 'cards']
export const viewsOf = (lens: Lens): readonly LensView[] => VIEWS.filter(view => lens[view])
const firstView = ({ wall }: Lens): LensView | undefined => (wall?.first ? 'wall' : undefined)
export const viewIn = (lens: Lens, asked: string | undefined): LensView | undefined =>
  asked === undefined ? firstView(lens) : viewsOf(lens).find(view => view === asked)
/** What asks for the view, or for the layout of the list without one; undefined where the list begins so. */
export const asksFor = (lens: Lens, view: LensView | undefined): string | undefined =>
  firstView(lens) === view ? undefined : (view ?? 'list')
/** It shows the rows of all pages. */
export const isWhole = (view: LensView | undefined): boolean => view === 'map' || view === 'calendar'
