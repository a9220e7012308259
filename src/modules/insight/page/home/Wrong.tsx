/** Problems that need attention: each line opens a list with exactly that many rows. */
import { BellRing, CircleCheck, CloudOff, RefreshCwOff, Unplug } from 'lucide-react'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { followLink } from '#console/kit/navigation.ts'
import { useTranslate } from '#console/kit/language.tsx'
import type { WrongLine } from './wrongLines.ts'

const ICONS: Record<WrongLine['icon'], IconShape> = {
  alarm: BellRing,
  offline: Unplug,
  sync: RefreshCwOff,
  callback: CloudOff,
}

export const Wrong = ({ lines }: { lines: readonly WrongLine[] }) => {
  const translate = useTranslate()
  if (lines.length === 0)
    return (
      <p className="home-fine">
        <Icon of={CircleCheck} size={24} />
        <b>{translate(['一切正常', 'Nothing is wrong'])}</b>
        <small>{translate(['设备、权限下发和回调都没有异常', 'Devices, rights and callbacks are all well'])}</small>
      </p>
    )
  return (
    <ul className="dc-list">
      {lines.map(line => (
        <li key={line.id}>
          <a className="dc-row" href={line.href} onClick={followLink}>
            <i className="home-glyph" data-tone={line.tone}>
              <Icon of={ICONS[line.icon]} size={16} />
            </i>
            <span className="dc-passage-words">
              <b>{translate(line.what)}</b>
              <small>{translate(line.deviceClass)}</small>
            </span>
            <b className={line.tone === 'bad' ? 'bad' : undefined}>
              {line.count.toLocaleString('en-US')} <small>{translate(line.unit)}</small>
            </b>
          </a>
        </li>
      ))}
    </ul>
  )
}
