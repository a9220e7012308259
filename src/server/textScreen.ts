/** The server parts about texts which devices show or say to the public: what judges them, and where modules store them. */
import type { Text } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import type { Ports } from './ports.ts'
import type { Query, RunSql } from './sql/db.ts'

export interface TextScreen {
  part: 'textScreen'
  /** Why one of the texts is refused in this application, or null. */
  problem(query: RunSql, appId: string, texts: readonly string[]): Promise<Text | null>
}
export const textScreen = (spec: Omit<TextScreen, 'part'>): TextScreen => ({ part: 'textScreen', ...spec })

/** Rows with texts that devices will show or say. Each module declares its own, so that a word forbidden later finds them. */
export interface StoredTexts {
  part: 'storedTexts'
  of: Noun
  /** How the audit calls switching one off. */
  act: 'edit' | 'turnOff'
  /** The rows that are switched on: of one application, or of all. What is shown together is one text. */
  inUse(
    ports: Pick<Ports, 'classes'>,
    query: RunSql,
    appId: string | null,
  ): Promise<{ id: string; name: string; texts: readonly string[] }[]>
  /** Switches rows off, and returns those that were still on. Switching them on is refused by what judges their texts. */
  switchOff(
    ports: Ports,
    query: Query,
    ids: readonly string[],
  ): Promise<{ id: string; name: string; appId: string; sourceId: string }[]>
}
export const storedTexts = (spec: Omit<StoredTexts, 'part'>): StoredTexts => ({ part: 'storedTexts', ...spec })
