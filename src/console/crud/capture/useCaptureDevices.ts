/** The devices that can take a picture for a field; none outside of an application, and for who may take none. */
import { useQuery } from '@tanstack/react-query'
import type { Text } from '#base/text.ts'
import { get, routeAppId } from '#console/data/request.ts'

/** What this way to take a picture is called. */
export const CAPTURE: Text = ['从设备采集', 'Capture on a device']

export interface CaptureDevice {
  id: string
  name: string
  place: string | null
  online: boolean
}
const none: readonly CaptureDevice[] = []

/** `path` is that of the field; without one there are none. They are asked for again wherever they are shown next. */
export const useCaptureDevices = (path: string | undefined): readonly CaptureDevice[] => {
  const appId = routeAppId()
  const { data = none } = useQuery({
    queryKey: [path, 'devices', appId],
    queryFn: ({ signal }) => get<readonly CaptureDevice[]>(`${path}/devices`, undefined, { quiet: true, signal }),
    enabled: path !== undefined && appId !== undefined,
    refetchOnMount: 'always',
    retry: false,
  })
  return data
}
