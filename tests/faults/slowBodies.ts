/** `count` anonymous clients begin a request and never send the rest: each is disconnected, and nothing else is affected. */
import { connect } from 'node:net'
import { requestLimits } from '../../src/server/http/limits.ts'
import { answers, type Stage } from './stage.ts'

/** Node checks every second; a busy machine may be later. */
const SLACK_MS = 6000

/** Milliseconds until the server ends a request without its body. */
function slowBody(port: number): Promise<number> {
  const began = Date.now()
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('data', () => {})
    socket.on('close', () => resolve(Date.now() - began))
    socket.write(
      'POST /api/contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"name":"',
    )
  })
}

export async function slowBodies({ product, check }: Stage, count: number): Promise<void> {
  const { server } = product.pids()
  const lived = await Promise.all(Array.from({ length: count }, () => slowBody(product.httpPort)))
  const longest = Math.max(...lived)
  check(
    `${count} bodies that stayed away lived ${Math.min(...lived)} to ${longest} ms`,
    longest <= requestLimits.most.whole + SLACK_MS,
  )
  check('the API answers', (await answers(product)) < 5000)
  check('the server is the same process', server !== undefined && product.pids().server === server)
}
