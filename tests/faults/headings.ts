/** Imports of hostile files, one after the other, beside a healthy device: each is refused by name and delays nobody. */
import { readFileSync } from 'node:fs'
import { hostileFiles } from './hostileFiles.ts'
import { balance, startPublishers } from './books.ts'
import { judgeLoop } from './eventLoop.ts'
import { became, percentile, type Stage } from './stage.ts'

/** Maximum growth of memory (P32). */
const GROWTH_MB = 150
/** Maximum time for a PUBACK of the healthy device. */
const PUBACK_MS = 1000

const residentMb = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

async function send({ product, appId }: Stage, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([bytes]), name)
  const answer = await fetch(`${product.api.base}/api/person/person/import?appId=${appId}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${product.api.bearer}` },
  })
  const { msg } = (await answer.json()) as { msg: string | null }
  return `${answer.status} ${msg}`
}

export async function headings(stage: Stage, count: number): Promise<void> {
  const { product, print, check } = stage
  const { server } = product.pids()
  const healthy = startPublishers(stage, 1, 50)
  const files = hostileFiles(count)
  const wrong: string[] = []
  try {
    await became(() => healthy[0]!.acked.size > 5, 10_000)
    const before = residentMb(server)
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, residentMb(server))), 50)
    try {
      let turn = 0
      const sendNext = async (): Promise<string> => {
        const { name, bytes, names } = files[turn % files.length]!
        turn += 1
        const answer = await send(stage, name, bytes)
        if (!answer.includes(names)) wrong.push(`${names}: ${answer.slice(0, 200)}`)
        return `${turn} of them`
      }
      // On a slow machine one judgement ends before each kind had its turn.
      do await judgeLoop(stage, 'hostile files', sendNext)
      while (turn < files.length)
    } finally {
      clearInterval(watch)
    }
    for (const line of wrong.slice(0, 5)) print(line)
    check(`${wrong.length} answers that do not name the reason`, wrong.length === 0)
    check(`memory grew by ${Math.round(peak - before)} MB at most (bar ${GROWTH_MB} MB)`, peak - before <= GROWTH_MB)
    check('the server is the same process', server !== undefined && product.pids().server === server)
    const worst = Math.max(...healthy[0]!.waits)
    check(
      `the healthy device kept its one connection; PUBACK p99 ${percentile(healthy[0]!.waits, 0.99)} ms, longest ${worst} ms`,
      healthy[0]!.connections === 1 && worst <= PUBACK_MS,
    )
    await balance(stage, healthy, 'beside them')
  } finally {
    for (const publisher of healthy) await publisher.stop()
  }
}
