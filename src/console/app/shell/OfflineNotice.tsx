/** A notice above the page while the server cannot be reached. */
import { useOffline } from '#console/data/offline.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'

export const OfflineNotice = () => {
  const translate = useTranslate()
  const offline = useOffline()
  return (
    <div className="shell-away" role="status">
      {offline && (
        <Notice tone="warn">
          {translate([
            '网络已断开，页面显示的是断开前的内容；恢复后自动刷新',
            'You are offline. The page shows data from before the connection was lost and refreshes once it is back.',
          ])}
        </Notice>
      )}
    </div>
  )
}
