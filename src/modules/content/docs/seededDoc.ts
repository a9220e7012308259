/** A document delivered with the platform, in both languages. */
import type { Text } from '#base/text.ts'

export interface SeededDoc {
  /** Identifies it at the next start; staff may change everything else. */
  slug: string
  dir: 'start' | 'people' | 'integrate'
  title: Text
  summary: Text
  html: Text
}
export const DIRS: Record<SeededDoc['dir'], Text> = {
  start: ['快速开始', 'Getting started'],
  people: ['人员与权限', 'People and rights'],
  integrate: ['集成', 'Integration'],
}
