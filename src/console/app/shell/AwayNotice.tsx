/** A notice above the page while the server cannot be reached. */
import { useAway } from '#console/data/away.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'

export const AwayNotice = () => {
  const translate = useTranslate()
  const away = useAway()
  return (
    <div className="shell-away" role="status">
      {away && (
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
