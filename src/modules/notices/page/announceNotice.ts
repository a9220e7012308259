/** A new notice, as a message that leads to what it is about. */
import { navigate } from '#console/kit/navigation.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import type { OwnNotice } from '../ownNotices.ts'
import { noticeHref } from './notices.ts'

export function announceNotice(notice: OwnNotice): void {
  const href = noticeHref(notice)
  const words = `${notice.title} · ${notice.body}`
  toast.warn(
    [words, words],
    href === undefined ? undefined : { label: ['查看', 'Open'], onPress: () => navigate(href) },
  )
}
