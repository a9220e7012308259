/** Comparing devices with what should be on them, fetched when it is first asked for. */
import { get, post } from '#console/data/request.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import type { Matrix } from './matrix.ts'

const API = '/api/person/auth'

/** Makes every connected device of the class be read back and compared. */
export async function readBack(deviceClass: string | undefined): Promise<void> {
  const { doors } = await get<Matrix>(`${API}/matrix`, { deviceClass, size: 1 })
  const online = [...new Set(doors.filter(door => door.online).map(door => door.deviceId))]
  const agreed = await confirm({
    message: [
      `读回并比较 ${online.length} 台在线设备上的人员，差异会自动补发。`,
      `Read back ${online.length} online devices and compare; differences are sent again.`,
    ],
  })
  if (!agreed) return
  await Promise.allSettled(online.map(deviceId => post(`${API}/readBack`, { deviceId })))
  toast.ok(['已开始核对', 'Comparing'])
}
