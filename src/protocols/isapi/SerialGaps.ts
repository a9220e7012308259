/** The numbers that cameras give their reports, as far as they came: what is missing between two of them shows. */
const MOST = 10_000
/** One that is further below is the first after a restart. */
const LATE = 1000

export class SerialGaps {
  /** By device; the one that has been silent for the longest is forgotten first. */
  private readonly last = new Map<string, number>()

  /** The numbers that were skipped before this one; null where none were, or it is old, or the camera began anew. */
  skipped(deviceId: string, serialNo: number): { from: number; to: number } | null {
    const before = this.last.get(deviceId)
    // What is sent again, or late, moves nothing.
    const isOld = before !== undefined && serialNo <= before && before - serialNo < LATE && serialNo > 1
    this.last.delete(deviceId)
    const [oldest] = this.last.keys()
    if (this.last.size >= MOST && oldest !== undefined) this.last.delete(oldest)
    this.last.set(deviceId, isOld ? before : serialNo)
    return before === undefined || serialNo <= before + 1 ? null : { from: before + 1, to: serialNo - 1 }
  }
}
