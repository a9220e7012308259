/** The page for unknown addresses. */
import { Compass } from 'lucide-react'
import { BACK_HOME, GO_BACK } from '#base/texts.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Signpost } from '#console/app/Signpost.tsx'

export const NotFound = () => {
  const translate = useTranslate()
  return (
    <Signpost
      icon={Compass}
      code="404"
      title={['页面不存在', 'Page not found']}
      note={['地址可能写错了，或者页面已被移走。', 'The address may be mistyped, or the page has moved.']}
      path={location.pathname}
      actions={
        <>
          <Button variant="primary" size="large" onPress={() => navigate('/home')}>
            {translate(BACK_HOME)}
          </Button>
          <Button size="large" onPress={() => history.back()}>
            {translate(GO_BACK)}
          </Button>
        </>
      }
    />
  )
}
