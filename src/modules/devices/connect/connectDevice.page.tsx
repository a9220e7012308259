/** Connecting a device as a page, for links from elsewhere; the list has the same wizard in a dialog. */
import { CONNECT_A_DEVICE } from '#base/listTexts.ts'
import { useSearch } from '@tanstack/react-router'
import type { PageProps } from '#console/app/PageProps.ts'
import { useApplication } from '#console/app/useApplication.ts'
import { useClasses } from '#console/data/registry.ts'
import { Card } from '#console/kit/layout/Card.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { ConnectWizard } from '../page/connect/ConnectWizard.tsx'

export default function ConnectDevicePage({ appId }: PageProps) {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string>>
  const application = useApplication(appId)
  const known = useClasses()
  if (appId === undefined)
    return (
      <Empty
        title={['请先选择应用', 'Choose an application first']}
        note={['设备总是接入到某个应用中。', 'A device always belongs to an application.']}
      />
    )
  const classes = [...known.values()].filter(
    one => !application?.deviceClasses || application.deviceClasses.includes(one.key),
  )
  return (
    <Stack gap={16}>
      <PageHead title={CONNECT_A_DEVICE} />
      <Card>
        <ConnectWizard
          appId={appId}
          classes={classes}
          classKey={search.deviceClass}
          onCancel={() => history.back()}
          onDone={(id, deviceClass) => navigate(`/${deviceClass}/equi/${appId}?row=${id}`)}
        />
      </Card>
    </Stack>
  )
}
