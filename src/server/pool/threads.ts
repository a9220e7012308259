/** A few worker threads for heavy work: each task has its own thread, with a memory limit and a deadline, which ends with the task. */
import { Worker } from 'node:worker_threads'
import { Refusal, type FailureName } from '#model/error.ts'
import type { Text } from '#base/text.ts'

export interface ThreadLimits {
  atOnce: number
  /** The maximum number of waiting tasks; one more is refused. */
  queue: number
  /** Heap of one thread, in MB. */
  memoryMb: number
  deadlineMs: number
}
/** What a thread posts: its result, or the refusal that it threw. */
export type ThreadAnswer<T> = { result: T } | { refusal: { failure: FailureName; text: Text } }

export interface Threads {
  /** Runs `script` with `data` as its workerData; buffers in `transfer` are transferred, not copied. */
  run<T>(script: URL, data: unknown, transfer?: ArrayBuffer[]): Promise<T>
}

const tooHeavy = (): Refusal =>
  new Refusal('too_large', { text: ['文件内容过多，无法处理', 'The file contains too much to be processed'] })

export function makeThreads(limits: ThreadLimits): Threads {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async run<T>(script: URL, data: unknown, transfer: ArrayBuffer[] = []) {
      if (running >= limits.atOnce) {
        if (waiting.length >= limits.queue) throw new Refusal('too_many', { data: { retryAfterS: 10 } })
        await new Promise<void>(resolve => waiting.push(resolve))
      }
      running += 1
      try {
        return await oneThread<T>(script, data, transfer, limits)
      } finally {
        running -= 1
        waiting.shift()?.()
      }
    },
  }
}

function oneThread<T>(script: URL, data: unknown, transfer: ArrayBuffer[], limits: ThreadLimits): Promise<T> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(script, {
      workerData: data,
      transferList: transfer,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 },
    })
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      settle()
      void thread.terminate()
    }
    const timer = setTimeout(() => end(() => reject(tooHeavy())), limits.deadlineMs)
    thread.once('message', (answer: ThreadAnswer<T>) =>
      end(() => {
        if ('result' in answer) resolve(answer.result)
        else reject(new Refusal(answer.refusal.failure, { text: answer.refusal.text }))
      }),
    )
    thread.once('error', error =>
      end(() => reject((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHeavy() : error)),
    )
    // After an answer this has no effect: a promise settles once.
    thread.once('exit', code => end(() => reject(new Error(`a thread ended with ${code} and no answer`))))
  })
}
