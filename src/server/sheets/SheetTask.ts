/** The task for the thread for spreadsheets: a file to read, or sheets to write. */
import type { SheetOut } from './sheets.ts'

export type SheetTask =
  { read: Uint8Array<ArrayBuffer>; fileName: string; known: readonly string[] } | { write: SheetOut[] }
