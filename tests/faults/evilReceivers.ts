/** Receivers of callbacks that misbehave, each in its own way, and one that does not. Loopback, ports chosen by the system. */
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createHttp } from 'node:http'

export interface Receiver {
  url: string
  /** Number of connections received. */
  calls(): number
  close(): void
}

type Answer = (socket: Socket) => void

const start = async (server: Server, calls: () => number, close: () => void): Promise<Receiver> => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/hook`, calls, close }
}

async function evil(answer: Answer): Promise<Receiver> {
  const sockets = new Set<Socket>()
  let calls = 0
  const server = createServer(socket => {
    calls += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => answer(socket))
    socket.resume()
  })
  return start(
    server,
    () => calls,
    () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  )
}

/** Writes `piece` repeatedly, as fast as it is accepted, `bytes` in total. */
function pour(socket: Socket, piece: Buffer, bytes: number): void {
  let left = bytes
  const more = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= piece.length
      if (!socket.write(piece)) return
    }
    if (left <= 0) socket.end()
  }
  socket.on('drain', more)
  more()
}

function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 1000)
  socket.on('close', () => clearInterval(timer))
}

const ANSWERS: Record<string, Answer> = {
  'never answers': () => {},
  'drips its body': socket => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    drip(socket, '.')
  },
  'drips its header': socket => {
    socket.write('HTTP/1.1 200 OK\r\n')
    drip(socket, 'x: y\r\n')
  },
  'answers 300 MB': socket => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    pour(socket, Buffer.alloc(65_536, 'a'), 300 * 1024 * 1024)
  },
  'redirects inwards': socket =>
    socket.end('HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/latest/meta-data/\r\ncontent-length: 0\r\n\r\n'),
  'closes in the middle': socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf'),
  'answers 500': socket => socket.end('HTTP/1.1 500 Oops\r\ncontent-length: 4\r\n\r\noops'),
  'endless header': socket => {
    socket.write('HTTP/1.1 200 OK\r\nx: ')
    pour(socket, Buffer.alloc(65_536, 'a'), 300 * 1024 * 1024)
  },
}

export const evilReceivers = async (): Promise<Map<string, Receiver>> =>
  new Map(
    await Promise.all(
      Object.entries(ANSWERS).map(async ([name, answer]): Promise<[string, Receiver]> => [name, await evil(answer)]),
    ),
  )

/** Calls `onMessage` for each message with the milliseconds since its reported time. */
export async function goodReceiver(onMessage: (id: string, tookMs: number) => void): Promise<Receiver> {
  let calls = 0
  const server = createHttp((request, response) => {
    calls += 1
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      const message = JSON.parse(body) as { id: string; time: string }
      onMessage(message.id, Date.now() - Date.parse(message.time))
      response.writeHead(204).end()
    })
  })
  return start(
    server,
    () => calls,
    () => {
      server.closeAllConnections()
      server.close()
    },
  )
}
