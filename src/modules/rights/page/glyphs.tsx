/** The glyphs of the matrix: they differ in shape as well as in colour. */
import {
  CalendarClock,
  CalendarX2,
  Check as Tick,
  CheckCheck,
  CircleDashed,
  CircleSlash,
  Clock3,
  IdCard,
  ImageOff,
  TimerOff,
} from 'lucide-react'
import type { DeliveryKey } from '#model/delivery.ts'
import type { ReactNode } from 'react'
import { Icon } from '#console/kit/Icon.tsx'

const Check = () => (
  <span className="am-tick">
    <Icon of={Tick} size={16} />
  </span>
)
const Loader = () => (
  <span className="am-send">
    <Icon of={CircleDashed} size={16} />
  </span>
)
const Clock = () => (
  <span className="am-wait">
    <Icon of={Clock3} size={16} />
  </span>
)
const Exclamation = () => (
  <span className="am-bad" aria-hidden="true">
    <b>!</b>
  </span>
)

const small = (of: typeof Tick, name: string) => () => (
  <span className={name}>
    <Icon of={of} size={16} />
  </span>
)
const Dot = () => <i className="am-none" />

/** One shape for each state. */
export const GLYPHS: Readonly<Record<DeliveryKey, () => ReactNode>> = {
  none: Dot,
  confirmed: Check,
  partly: small(CheckCheck, 'am-part'),
  notYet: small(CalendarClock, 'am-wait'),
  sending: Loader,
  queued: Loader,
  removing: small(CircleDashed, 'am-leave'),
  waiting: Clock,
  failed: Exclamation,
  noPortrait: small(ImageOff, 'am-warn'),
  noCard: small(IdCard, 'am-warn'),
  clockOff: small(TimerOff, 'am-warn'),
  over: small(CalendarX2, 'am-wait'),
  barred: small(CircleSlash, 'am-wait'),
  asks: Check,
  notKept: Dot,
}
