/** The message of an empty list or page, with the next action. */
import type { ReactNode } from 'react'
import { Inbox } from 'lucide-react'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Empty.css'

export type EmptyProps = { title?: Words; note?: Words; icon?: IconShape; action?: ReactNode; tone?: 'bad' }

export const Empty = ({ title = ['暂无数据', 'Nothing here yet'], note, icon = Inbox, action, tone }: EmptyProps) => {
  const translate = useTranslate()
  return (
    <div className="empty" data-tone={tone}>
      <span className="empty-icon">
        <Icon of={icon} size={20} />
      </span>
      <p className="empty-title">{translate(title)}</p>
      {note && <p className="empty-note">{translate(note)}</p>}
      {action && <div className="empty-action">{action}</div>}
    </div>
  )
}
