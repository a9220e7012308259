/** An important sentence on the page, with an action that answers it. */
import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import './Notice.css'

export type NoticeProps = { tone?: 'info' | 'ok' | 'warn' | 'bad'; children: ReactNode; action?: ReactNode }

const icons: Record<NonNullable<NoticeProps['tone']>, IconShape> = {
  info: Info,
  ok: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
}

export const Notice = ({ tone = 'info', children, action }: NoticeProps) => (
  <div className="notice" data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'}>
    <Icon of={icons[tone]} />
    <div className="notice-words">{children}</div>
    {action}
  </div>
)
