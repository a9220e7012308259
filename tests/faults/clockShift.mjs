/** Moves the clock of the process that loads it (`--import`) by FAULT_CLOCK_SHIFT_MS; timers are not affected. */
const shiftMs = Number(process.env.FAULT_CLOCK_SHIFT_MS ?? 0)
const RealDate = Date
const now = RealDate.now.bind(RealDate)

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now() + shiftMs)
    else super(...given)
  }
  static now() {
    return now() + shiftMs
  }
}
