/**
 * The thread that reads and writes spreadsheets; it returns rows packed as lines, so that the event loop never handles
 * fifty thousand objects at once.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#model/error.ts'
import type { ThreadAnswer } from '../pool/threads.ts'
import { readSheet } from './readSheet.ts'
import type { SheetTask } from './SheetTask.ts'
import { writeSheets } from './writeSheets.ts'

const task = workerData as SheetTask
const answer = <T>(message: ThreadAnswer<T>, transfer: ArrayBuffer[] = []): void =>
  parentPort!.postMessage(message, transfer)
try {
  if ('read' in task) {
    const result = await readSheet(Buffer.from(task.read.buffer), task.fileName, task.known)
    answer({ result }, [result.lines.buffer])
  } else {
    const result = await writeSheets(task.write)
    answer({ result }, [result.buffer])
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  answer({ refusal: { failure: error.failure, text: error.text } })
}
