/** Delivery of rights as a field of dots: each dot is an equal share of the rights, and unconfirmed ones are never rounded away. */
import { FAILED } from '#base/outcomeTexts.ts'
import { useTranslate } from '#console/kit/language.tsx'
import type { Text } from '#base/text.ts'
import { Link } from '#console/kit/Link.tsx'
import type { SyncFigures } from './overview.ts'
import { rightsLists } from './tileLists.ts'
import { className, useTileLists } from './useTileLists.tsx'
import './Delivery.css'

const COLUMNS = 42
const ROWS = 8

const OPEN_STAGES = ['sending', 'waiting', 'missing', 'clockOff'] as const
const RIGHTS: Text = ['应下发', 'Rights']
const OPEN: Text = ['待确认', 'Open']

/** Each figure opens the lists that have its number. */
export const Delivery = ({ sync }: { sync: SyncFigures }) => {
  const translate = useTranslate()
  const { opening, dialog } = useTileLists()
  const cells = COLUMNS * ROWS
  const open = sync.sending + sync.waiting + sync.missing + sync.clockOff
  const share = Math.max(1, Math.ceil(sync.total / cells))
  const dots = Math.min(cells, Math.ceil(sync.total / share))
  const at = (count: number): number => (count > 0 ? Math.max(1, Math.round(count / share)) : 0)
  const [failed, waiting] = [at(sync.failed), at(open)]
  // Distributed over the field by a fixed stride, so that the picture is stable while nothing changes.
  const kinds = Array.from({ length: dots }, () => 'done')
  let place = 7
  for (let n = 0; n < failed + waiting && n < dots; n += 1) {
    while (kinds[place % dots] !== 'done') place += 1
    kinds[place % dots] = n < failed ? 'failed' : 'waiting'
    place += 37
  }
  const done = sync.confirmed
  const percent = sync.total ? Math.floor((done / sync.total) * 10_000) / 100 : null
  return (
    <>
      <svg
        className="dc-dots"
        viewBox={`0 0 ${COLUMNS * 10} ${ROWS * 10}`}
        role="img"
        aria-label={translate([
          `已确认 ${done}，待确认 ${open}，失败 ${sync.failed}`,
          `${done} confirmed, ${open} open, ${sync.failed} failed`,
        ])}
      >
        {kinds.map((kind, index) => (
          <rect
            key={index}
            data-kind={kind}
            x={(index % COLUMNS) * 10 + 1.5}
            y={Math.floor(index / COLUMNS) * 10 + 1.5}
            width="7"
            height="7"
            rx="1.5"
          />
        ))}
      </svg>
      <dl className="dc-figures">
        <Figure label={RIGHTS} kind="done" n={sync.total} {...opening(RIGHTS, rightsLists(sync, className))} />
        <Figure label={OPEN} kind="waiting" n={open} {...opening(OPEN, rightsLists(sync, className, OPEN_STAGES))} />
        <Figure
          label={FAILED}
          kind="failed"
          n={sync.failed}
          {...opening(FAILED, rightsLists(sync, className, ['failed']))}
        />
        <div className="dc-figures-end">
          <dt>{translate(['收敛', 'Converged'])}</dt>
          <dd>
            {percent ?? '—'}
            {percent !== null && <small>%</small>}
          </dd>
        </div>
      </dl>
      <p className="dc-note">
        {[
          sync.failures.length
            ? `${translate(['失败：', 'Failed: '])}${sync.failures.map(failure => `${failure.message} ${failure.n}`).join(translate(['，', ', ']))}`
            : '',
          sync.missing ? translate([`缺照片或卡 ${sync.missing}`, `${sync.missing} without portrait or card`]) : '',
          sync.clockOff
            ? translate([`设备时钟偏差 ${sync.clockOff}`, `${sync.clockOff} on devices with a wrong clock`])
            : '',
        ]
          .filter(Boolean)
          .join(' · ') || translate(['没有失败的下发', 'Nothing failed'])}
      </p>
      {dialog}
    </>
  )
}

type FigureProps = { label: Text; kind: 'done' | 'waiting' | 'failed'; n: number; onPress?: () => void }

const Figure = ({ label, kind, n, onPress }: FigureProps) => {
  const translate = useTranslate()
  const shown = n.toLocaleString('en-US')
  return (
    <div>
      <dt>
        <i data-kind={kind} />
        {translate(label)}
      </dt>
      <dd data-bad={(kind === 'failed' && n > 0) || undefined}>
        {n > 0 && onPress ? <Link onPress={onPress}>{shown}</Link> : shown}
      </dd>
    </div>
  )
}
