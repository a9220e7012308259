/** Hands the hints of one child to the others, each only what it subscribed to, and tells each what the others want at all. */

interface Peer {
  topics: ReadonlySet<string>
  send(message: object): void
}

export class HintRelay {
  private readonly peers = new Map<string, Peer>()

  /** A child that has just been made; it subscribes to nothing yet. */
  join(name: string, send: (message: object) => void): void {
    this.peers.set(name, { topics: new Set(), send })
  }
  /** Replaces what the child subscribes to; one that ended subscribes to nothing. */
  subscribe(name: string, topics: readonly string[]): void {
    const peer = this.peers.get(name)
    if (!peer) return
    peer.topics = new Set(topics)
    for (const [one, { send }] of this.peers) send({ busWanted: [...this.wantedBesides(one)] })
  }
  relay(from: string, hint: { bus: string }): void {
    for (const [name, { topics, send }] of this.peers) if (name !== from && topics.has(hint.bus)) send(hint)
  }
  private wantedBesides(name: string): Set<string> {
    return new Set([...this.peers].flatMap(([one, { topics }]) => (one === name ? [] : [...topics])))
  }
}
