/** The answer over a real connection when a client sends too much. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'

let server: TestServer
let port = 0
beforeAll(async () => {
  server = await startTestServer()
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => server.close())

test.each([
  ['said beforehand', `content-length: ${4_000_000}`, (piece: string) => piece],
  ['not said', 'transfer-encoding: chunked', (piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`],
])(
  'a body beyond the limit, its length %s, is read away: a reset would take the reason along',
  async (_, length, framed) => {
    const socket = connect(port, '127.0.0.1')
    let output = ''
    socket.setEncoding('utf8').on('data', (text: string) => (output += text))
    const broken: string[] = []
    socket.on('error', error => broken.push(error.message)).on('end', () => broken.push('ended'))
    socket.write(
      `POST /api/admin/user HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${server.token}\r\ncontent-type: application/json\r\n${length}\r\n\r\n`,
    )
    for (let sent = 0; sent < 40; sent += 1)
      if (!socket.write(framed('x'.repeat(100_000)))) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    if (length.startsWith('transfer')) socket.write('0\r\n\r\n')
    // The connection is intact: it accepts another request.
    socket.write('GET /api/config HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    await once(socket, 'close')
    expect(output.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
    expect(output).toContain('"msg":"内容过大"')
    expect(broken).toEqual(['ended'])
  },
)
