/** What the thread for spreadsheets is given: a file to read, or sheets to write. */
import type { SheetOut } from './sheets.ts'

export type SheetTask = { read: Uint8Array<ArrayBuffer>; fileName: string } | { write: SheetOut[] }
