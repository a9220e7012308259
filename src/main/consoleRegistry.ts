/** Nouns, lenses, device classes and hand-written pages, as the console takes them. */
import type { ConsoleRegistry } from '#console/data/registry.ts'
import { pages } from './generated/pages.ts'
import { classes, lenses, nouns } from './registry.ts'

export const registry: ConsoleRegistry = { nouns, lenses, classes, pages }
