/** Downlinks on their way to the socket: each has a token, by which its promise is settled. */

interface Promised {
  resolve(): void
  reject(error: Error): void
}

export class Sends {
  private last = 0
  private open: Map<number, Promised> | undefined

  /** `send` receives the token. Resolves when the token is settled without a failure. */
  begin(send: (token: number) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const token = ++this.last
      this.open ??= new Map()
      this.open.set(token, { resolve, reject })
      send(token)
    })
  }

  settle(token: number, failure: string | undefined): void {
    const promised = this.open?.get(token)
    this.open?.delete(token)
    if (failure === undefined) promised?.resolve()
    else promised?.reject(new Error(failure))
  }
}
