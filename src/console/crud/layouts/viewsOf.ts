/** The ways in which a list can draw its rows, besides its own layout. */
import type { Lens, LensView } from '#model/noun.ts'

const VIEWS: readonly LensView[] = ['map', 'wall', 'calendar', 'cards']
export const viewsOf = (lens: Lens): readonly LensView[] => VIEWS.filter(view => lens[view])
export const viewIn = (lens: Lens, asked: string | undefined): LensView | undefined =>
  viewsOf(lens).find(view => view === asked)
/** It shows the rows of all pages. */
export const isWhole = (view: LensView | undefined): boolean => view === 'map' || view === 'calendar'
