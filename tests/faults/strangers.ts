/**
 * Anonymous clients send `count` reports with photos to a device's label without a captcha, and one session requests a
 * thousand live streams. Then silent connections are held on every listener.
 */
import { request } from 'node:http'
import { sessionLimits } from '../../src/server/http/limits.ts'
import { judgeLoop } from './eventLoop.ts'
import { silentStrangers } from './silentStrangers.ts'
import { answers, pause, type Stage } from './stage.ts'

const AT_ONCE = 10
const PHOTO = Buffer.alloc(9 * 1024 * 1024, 0xff)
const GROWTH_MB = 150
const STREAMS = 1000

/** One report of 27 MB. Returns the status, or 0 where the server closed the connection before all of it was sent. */
function report(port: number, label: string): Promise<number> {
  const boundary = 'a-boundary-of-ours'
  const field = (name: string, value: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const words = [
    field('faultType', '2') +
      field('content', '刷卡没有反应') +
      field('reporter', '王女士') +
      field('phone', '13800001111'),
    field('randomStr', 'abcdefgh12345678') + field('code', 'zzzz'),
  ].join('')
  const photo = `--${boundary}\r\ncontent-disposition: form-data; name="photos"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  return new Promise(resolve => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: `/api/device/label/${label}/report`,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      },
      response => {
        response.resume()
        resolve(response.statusCode ?? 0)
        call.destroy()
      },
    )
    call.on('error', () => resolve(0))
    call.write(words)
    for (let n = 0; n < 3; n += 1) {
      call.write(photo)
      call.write(PHOTO)
      call.write('\r\n')
    }
    call.end(`--${boundary}--\r\n`)
  })
}

export async function strangers(stage: Stage, count: number): Promise<void> {
  const { product, check } = stage
  const { server } = product.pids()
  const rss = async (): Promise<number> =>
    (await product.api.get<{ rssBytes: number }>('/api/insight/health')).rssBytes / 1024 ** 2
  const [device] = await product.sql<{ label_code: string }>(
    'select label_code from devices.device where label_code is not null limit 1',
  )

  const [before, statuses] = [await rss(), new Map<number, number>()]
  const sizes: number[] = []
  await judgeLoop(stage, 'reports of strangers', async () => {
    let left = count
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0) {
          const status = await report(product.httpPort, device!.label_code)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }),
    )
    sizes.push(await rss())
    return `${[...statuses].map(([status, n]) => `${status}×${n}`).join(' ')}`
  })
  // The smallest of the last: what is kept stays, while garbage waits for its collection, the more of it the faster the machine.
  const growth = Math.min(...sizes.slice(-3)) - before
  check(`it grew by ${Math.round(growth)} MB`, growth <= GROWTH_MB)
  check(
    'each was refused',
    [...statuses.keys()].every(status => status === 400 || status === 429 || status === 0),
  )

  const control = new AbortController()
  // The answers are kept referenced: a garbage-collected one would end its stream and free its place.
  const opened = await Promise.all(
    Array.from({ length: STREAMS }, () =>
      fetch(`${product.api.base}/api/live`, {
        headers: { authorization: `Bearer ${product.api.bearer}` },
        signal: control.signal,
      }).catch(() => undefined),
    ),
  )
  const held = opened.filter(response => response?.status === 200).length
  control.abort()
  check(`of ${STREAMS} live streams of one session ${held} were opened`, held === sessionLimits.most.liveStreams)

  await silentStrangers(stage)

  await pause(500)
  check('the API answers', (await answers(product)) < 5000)
  check('the server is the same process', server !== undefined && product.pids().server === server)
}
