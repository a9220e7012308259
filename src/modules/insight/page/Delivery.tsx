/** Delivery of rights as a field of dots: each dot is an equal share of the rights, and unconfirmed ones are never rounded away. */
import { FAILED } from '#base/outcomeTexts.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { followLink } from '#console/kit/navigation.ts'
import type { SyncFigures } from './overview.ts'

const COLUMNS = 42
const ROWS = 8

/** `failedHref`: the list of the failed ones, where there is one for what the figures count. */
type DeliveryProps = { sync: SyncFigures; failedHref?: string | undefined }

export const Delivery = ({ sync, failedHref }: DeliveryProps) => {
  const translate = useTranslate()
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
  const percent = sync.total ? Math.floor((done / sync.total) * 10_000) / 100 : 100
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
        <div>
          <dt>
            <i data-kind="done" />
            {translate(['已确认', 'Confirmed'])}
          </dt>
          <dd>{done.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>
            <i data-kind="waiting" />
            {translate(['待确认', 'Open'])}
          </dt>
          <dd>{open.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>
            <i data-kind="failed" />
            {translate(FAILED)}
          </dt>
          <dd data-bad={sync.failed > 0 || undefined}>
            {sync.failed > 0 && failedHref ? (
              <a href={failedHref} onClick={followLink}>
                {sync.failed.toLocaleString('en-US')}
              </a>
            ) : (
              sync.failed.toLocaleString('en-US')
            )}
          </dd>
        </div>
        <div className="dc-figures-end">
          <dt>{translate(['收敛', 'Converged'])}</dt>
          <dd>
            {percent}
            <small>%</small>
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
    </>
  )
}
