/** Passes the hints of one child to the others, only to subscribers, and informs each child of what the others subscribe to. */

interface Peer {
  topics: ReadonlySet<string>
  send(message: object): void
}

export class HintRelay {
  private readonly peers = new Map<string, Peer>()

  /** Adds a new child, which has no subscriptions yet. */
  join(name: string, send: (message: object) => void): void {
    this.peers.set(name, { topics: new Set(), send })
  }
  /** Replaces the subscriptions of a child; one that ended has none. */
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
