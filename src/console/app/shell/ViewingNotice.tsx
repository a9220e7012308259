/** Says as which role the user looks at the console, and ends that. */
import { useMe } from '#console/data/me.ts'
import { VIEWED_ROLE } from '#console/data/session.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'

export default function ViewingNotice() {
  const translate = useTranslate()
  const viewing = useMe()?.viewing
  if (!viewing) return null
  return (
    <div className="shell-notice">
      <Notice
        tone="warn"
        action={
          <Button
            size="small"
            onPress={() => {
              sessionStorage.removeItem(VIEWED_ROLE)
              // Everything in memory is that of the role.
              location.assign('/home')
            }}
          >
            {translate(['退出查看', 'End'])}
          </Button>
        }
      >
        {translate([
          `正在以角色“${viewing.name}”查看：只能看不能改，数据不超出您自己的权限`,
          `Viewing as the role "${viewing.name}": nothing can be changed, and nothing is shown beyond your own rights`,
        ])}
      </Notice>
    </div>
  )
}
