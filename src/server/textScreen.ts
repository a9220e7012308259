/** The server part that judges texts which are shown or said to the public, before they are stored or sent. */
import type { Text } from '#base/text.ts'
import type { RunSql } from './sql/db.ts'

export interface TextScreen {
  part: 'textScreen'
  /** Why one of the texts is refused in this application, or null. */
  problem(query: RunSql, appId: string, texts: readonly string[]): Promise<Text | null>
}
export const textScreen = (spec: Omit<TextScreen, 'part'>): TextScreen => ({ part: 'textScreen', ...spec })
