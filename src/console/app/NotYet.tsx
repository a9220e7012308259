/** The page for planned functions: it names them as not available yet and links to an existing page. */
import { Construction } from 'lucide-react'
import { BACK_HOME, GO_BACK } from '#base/texts.ts'
import { goTo } from '#console/app/place.ts'
import { Signpost } from '#console/app/Signpost.tsx'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'

export const NotYet = ({ path, public: open }: { path: string; public?: boolean }) => {
  const translate = useTranslate()
  return (
    <Signpost
      icon={Construction}
      title={['暂未开放', 'Not available yet']}
      note={[
        '这个页面还在建设中，完成后会出现在菜单里。现在没有可以操作的内容。',
        'This page is still being built. It will appear in the menu when it is done; there is nothing to do here now.',
      ]}
      path={path}
      standalone={open ?? false}
      actions={
        open ? (
          <Button variant="primary" size="large" onPress={() => goTo('/')}>
            {translate(['前往登录', 'Go to sign-in'])}
          </Button>
        ) : (
          <>
            <Button variant="primary" size="large" onPress={() => navigate('/home')}>
              {translate(BACK_HOME)}
            </Button>
            <Button size="large" onPress={() => history.back()}>
              {translate(GO_BACK)}
            </Button>
          </>
        )
      }
    />
  )
}
