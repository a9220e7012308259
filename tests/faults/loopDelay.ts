/** The delay of the server's event loop while it ingests events, exports `count` of them, and imports, as the server measures it. */
import { loadClient } from '../bench/load.ts'
import { during, judgeLoop, PHASE_MS } from './eventLoop.ts'
import { became, pause, type Stage } from './stage.ts'

/** The load for which the limit applies; at full speed the delay is only printed. */
const PER_SECOND = 2000
const DEVICES = 50
const IMPORT_ROWS = 20_000
const EXPORT_MS = 120_000
/** The import is not waited for longer than this. */
const IMPORT_MS = 22_000
/** Final states of a job. */
const OVER = ['done', 'failed', 'cancelled']
/** Unacknowledged publishes per device. */
const WINDOW = 8

/** Publishes passages for at least `forMs` and until the platform has `count`; `perSecond` at most. */
async function ingest(stage: Stage, count: number, forMs: number, perSecond: number): Promise<string> {
  const { product, productKey } = stage
  const [held] = await product.sql<{ n: number }>('select count(*)::int as n from devices.passage')
  const wanted = count - held!.n
  let sent = 0
  const clients = await Promise.all(
    stage.devices
      .slice(0, DEVICES)
      .map(async device => ({ device, client: await loadClient(product.mqttPort, device) })),
  )
  const started = Date.now()
  await Promise.all(
    clients.flatMap(({ device, client }) =>
      Array.from({ length: WINDOW }, async () => {
        while (sent < wanted || Date.now() - started < forMs) {
          const no = (sent += 1)
          const early = started + (no / perSecond) * 1000 - Date.now()
          if (early > 0) await pause(early)
          const value = { guid: `${started}-${no}`, doorNo: 1, cardNo: '12345678', method: 2, ok: true }
          await client.publish(
            `/sys/${productKey}/${device.sn}/thing/event/pass/post`,
            Buffer.from(
              JSON.stringify({
                id: String(no),
                version: '1.0',
                params: { value, time: Date.now() },
                method: 'thing.event.pass.post',
              }),
            ),
          )
        }
      }),
    ),
  )
  const seconds = (Date.now() - started) / 1000
  for (const { client } of clients) client.end()
  return `${Math.round(sent / seconds)} passages a second`
}

/** One CSV with everything: written by the worker, downloaded through the server. */
async function exportAll({ product, appId }: Stage): Promise<string> {
  const { api } = product
  const job = await api.post<{ id: string }>('/api/person/passRecord/export', { appId })
  let done: { state: string; reason: string | null } = { state: '', reason: null }
  const ended = await became(
    async () => {
      done = await api.get(`/api/job/${job.id}`)
      return OVER.includes(done.state)
    },
    EXPORT_MS,
    500,
  )
  if (!ended || done.state !== 'done') throw new Error(`the export is ${done.state}: ${done.reason}`)
  const { url } = await api.post<{ url: string }>(`/api/job/${job.id}/link`, {})
  const answer = await fetch(`${api.base}${url}`)
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`the file answered ${answer.status}: ${text.slice(0, 200)}`)
  return `${text.split('\r\n').length - 2} rows`
}

/**
 * A file of people: read and checked in the server's thread pool, written by the worker. Resolves when the job has
 * ended, or has run long enough.
 */
async function importPeople({ product }: Stage): Promise<string> {
  const { api } = product
  // In a separate application, because people of earlier attempts count towards its quota.
  const { id: appId } = await api.post<{ id: string }>('/api/admin/application', {
    name: `导入 ${Date.now()}`,
    industry: 1,
    deviceClasses: ['accessControlDevice'],
    deviceQuota: 1,
  })
  const lines = Array.from({ length: IMPORT_ROWS }, (_, no) => `I${Date.now() % 1e7}-${no},导入 ${no},员工`)
  const form = new FormData()
  form.set('file', new Blob([`工号,姓名,类型\r\n${lines.join('\r\n')}\r\n`], { type: 'text/csv' }), 'people.csv')
  const answer = await fetch(`${api.base}/api/person/person/import?appId=${appId}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${api.bearer}` },
  })
  const { data, msg } = (await answer.json()) as { data: { id: string } | null; msg: string | null }
  if (!data) throw new Error(`the import answered ${answer.status}: ${msg}`)
  let job = { state: '', ok: 0, failed: 0 }
  await became(
    async () => {
      job = await api.get(`/api/job/${data.id}`)
      return OVER.includes(job.state)
    },
    IMPORT_MS,
    500,
  )
  if (!OVER.includes(job.state)) await api.post(`/api/job/${data.id}/cancel`)
  if (job.failed || !job.ok) throw new Error(`the import wrote ${job.ok} rows and refused ${job.failed}`)
  return `${job.ok} of ${IMPORT_ROWS} rows`
}

export async function loopDelay(stage: Stage, count: number): Promise<void> {
  await judgeLoop(stage, 'ingest', () => ingest(stage, 0, PHASE_MS, PER_SECOND))
  const { line } = await during(stage, 'ingest at full speed', () => ingest(stage, count, PHASE_MS, Infinity))
  stage.print(`${line}: not judged`)
  await judgeLoop(stage, 'import', () => importPeople(stage))
  await judgeLoop(stage, 'export', () => exportAll(stage))
}
