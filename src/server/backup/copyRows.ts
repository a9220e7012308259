/**
 * PostgreSQL's COPY over a connection of `pg`, which does not support it: rows as lines of text, out and in, without
 * holding a table in memory.
 */
import type { Duplex } from 'node:stream'
import pg from 'pg'

/** Members of `pg` that its types do not declare. */
type Wire = pg.Connection & {
  stream: Duplex
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** The methods that a connection calls on its current query. */
abstract class Copy {
  #text: string
  #failure: Error | undefined
  readonly done: Promise<void>
  #end: { resolve: () => void; reject: (error: Error) => void }
  constructor(text: string) {
    this.#text = text
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.done = promise
    this.#end = { resolve, reject }
  }
  /** `pg` replaces this function when there is a time limit. */
  callback(_error?: Error): void {}
  submit(connection: pg.Connection): void {
    connection.query(this.#text)
  }
  /** Also called when the connection breaks; nothing else is called after that. */
  handleError(error: Error): void {
    this.#failure ??= error
    this.failed(this.#failure)
    this.#end.reject(this.#failure)
  }
  handleReadyForQuery(): void {
    if (!this.#failure) this.#end.resolve()
  }
  failed(_error: Error): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCommandComplete(): void {}
  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFail('nothing to copy in')
  }
  handleCopyData(_message: { chunk: Buffer }, _connection: Wire): void {}
}

class CopyOut extends Copy {
  #row: (line: Buffer) => Promise<void> | undefined
  #pause: (wait: Promise<void>, connection: Wire) => void
  constructor(query: string, row: (line: Buffer) => Promise<void> | undefined) {
    super(`copy (${query}) to stdout`)
    this.#row = row
    // The socket is not read while the disk falls behind.
    this.#pause = (wait, connection) => {
      connection.stream.pause()
      wait.then(
        () => connection.stream.resume(),
        (error: Error) => connection.stream.destroy(error),
      )
    }
  }
  override handleCopyData(message: { chunk: Buffer }, connection: Wire): void {
    const wait = this.#row(message.chunk)
    if (wait) this.#pause(wait, connection)
  }
}

class CopyIn extends Copy {
  #chunks: AsyncIterable<Buffer>
  #over = false
  constructor(target: string, chunks: AsyncIterable<Buffer>) {
    super(`copy ${target} from stdin`)
    this.#chunks = chunks
  }
  override handleCopyInResponse(connection: Wire): void {
    void this.#send(connection)
  }
  override failed(): void {
    this.#over = true
  }
  async #send(connection: Wire): Promise<void> {
    try {
      for await (const chunk of this.#chunks) {
        if (this.#over) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain)
          await new Promise<void>(resolve => {
            connection.stream.once('drain', resolve)
            connection.stream.once('close', resolve)
          })
      }
      if (!this.#over) connection.endCopyFrom()
    } catch (error) {
      connection.sendCopyFail((error as Error).message)
    }
  }
}

/** Passes each row of `query` as one line with its line feed; a returned promise is awaited. */
export const copyOut = (
  client: pg.Client,
  query: string,
  row: (line: Buffer) => Promise<void> | undefined,
): Promise<void> => client.query(new CopyOut(query, row)).done

/** Writes lines made by `copyOut` into `target`, such as `a.b (c, d)`; chunks may end anywhere. */
export const copyIn = (client: pg.Client, target: string, chunks: AsyncIterable<Buffer>): Promise<void> =>
  client.query(new CopyIn(target, chunks)).done
