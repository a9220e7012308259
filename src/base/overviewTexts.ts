/** Texts of overviews. */
import type { Text } from './text.ts'

export const PASSAGES: Text = ['通行', 'Passages']
/** The window of a list whose values are `2 / 3`. */
export const ONLINE_OF_ALL: Text = ['在线 / 全部', 'online / all']
