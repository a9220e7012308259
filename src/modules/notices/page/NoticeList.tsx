/** What the envelope opens: the newest notices. Those that it shows are read. */
import { useEffect, useState, type ReactElement } from 'react'
import { agoText } from '#base/ago.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Popover, type TriggerProps } from '#console/kit/overlay/Popover.tsx'
import { useNow } from '#modules/devices/page/useNow.ts'
import type { OwnNotice } from '../ownNotices.ts'
import { markRead, noticeHref, NOTICES } from './notices.ts'
import './notices.css'

type NoticeListProps = { notices: readonly OwnNotice[]; trigger: ReactElement<TriggerProps> }

/** What was unread when the list was opened stays marked while it is open. */
const NoticeRows = ({ notices, close }: { notices: readonly OwnNotice[]; close: () => void }) => {
  const translate = useTranslate()
  const now = useNow(30_000)
  const [unread] = useState(() => new Set(notices.filter(notice => !notice.readAt).map(notice => notice.id)))
  const newest = unread.size > 0 ? notices[0]!.id : undefined
  useEffect(() => {
    if (newest !== undefined) void markRead(newest)
  }, [newest])
  return (
    <ul>
      {notices.map(notice => {
        const href = noticeHref(notice)
        return (
          <li key={notice.id} className="notice-row" data-unread={unread.has(notice.id) || undefined}>
            <div className="notice-row-main">
              {href ? (
                <Link href={href} onPress={close}>
                  {notice.title}
                </Link>
              ) : (
                <span>{notice.title}</span>
              )}
              <time dateTime={notice.at}>{translate(agoText(notice.at, now))}</time>
            </div>
            <p>{notice.body}</p>
            {notice.deviceName && notice.deviceName !== notice.body && (
              <small className="ellipsis">{notice.deviceName}</small>
            )}
          </li>
        )
      })}
    </ul>
  )
}

export const NoticeList = ({ notices, trigger }: NoticeListProps) => {
  const translate = useTranslate()
  return (
    <Popover label={NOTICES} trigger={trigger} placement="bottom end" flush>
      {close => (
        <div className="notice-list">
          <header>
            <h2>{translate(NOTICES)}</h2>
          </header>
          <NoticeRows notices={notices} close={close} />
        </div>
      )}
    </Popover>
  )
}
