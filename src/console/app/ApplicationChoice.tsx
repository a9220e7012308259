/** The way of a user without a page above the applications: into the only one that is open to them, or a choice. */
import { useEffect } from 'react'
import { useRouter } from '@tanstack/react-router'
import { AppList } from '#console/app/shell/AppList.tsx'
import { useApplications } from '#console/app/useApplication.ts'
import { Waiting } from '#console/app/Waiting.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { navigate } from '#console/kit/navigation.ts'

const home = (id: string): string => `/applyLayout/${id}`

type ApplicationChoiceProps = {
  /** Where the choice leads; by default to the home of the application. */
  hrefOf?: ((id: string) => string) | undefined
}

export const ApplicationChoice = ({ hrefOf = home }: ApplicationChoiceProps) => {
  const { data, error, retry } = useApplications()
  const { history } = useRouter()
  const only = data?.total === 1 ? data.records[0]!.id : undefined
  useEffect(() => {
    if (only !== undefined) history.replace(hrefOf(only))
    // Once: `hrefOf` follows the address, which this changes.
  }, [only])
  if (!data) return error ? <ErrorState note={error.message} onRetry={retry} /> : <Waiting />
  if (only !== undefined) return <Waiting />
  if (data.total > 1)
    return (
      <Stack gap={16}>
        <PageHead title={['选择应用', 'Choose an application']} />
        <Card>
          <AppList onChoose={id => navigate(hrefOf(id))} />
        </Card>
      </Stack>
    )
  return (
    <Empty
      title={['您的账号还没有可以进入的应用', 'No application is open to your account']}
      note={['请联系管理员为您指定应用', 'Ask your administrator to give you one']}
    />
  )
}
