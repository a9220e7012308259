/** Connects a socket's events to the object that uses it, without a closure for each socket. */
import type { Duplex } from 'node:stream'

export interface SocketUser {
  read(chunk: Buffer): void
  /** There is room for more bytes. */
  pump(): void
  /** The socket is closed, for whatever reason. */
  lost(): void
}

// Handlers are shared by all sockets and find their user here: four closures would cost more than a session.
const user = Symbol('user')
type Carrier = Duplex & { [user]?: SocketUser }

function onData(this: Carrier, chunk: Buffer): void {
  this[user]?.read(chunk)
}
function onDrain(this: Carrier): void {
  this[user]?.pump()
}
function onClose(this: Carrier): void {
  this[user]?.lost()
}
// The reason follows from 'close'; without a listener the error would end the process.
function onError(): void {}

export function listen(socket: Duplex, by: SocketUser): void {
  ;(socket as Carrier)[user] = by
  socket.on('data', onData).on('drain', onDrain).on('close', onClose).on('error', onError)
}
