/** Categories of device classes. */
import type { Text } from '#base/text.ts'

/** What a class is for: the group in which its type is listed. */
export const CATEGORIES = {
  access: { label: ['门禁通行', 'Access control'], icon: 'door-open' },
  vehicle: { label: ['车行通道', 'Vehicle access'], icon: 'car' },
  parking: { label: ['停车车位', 'Parking spaces'], icon: 'square-parking' },
  charging: { label: ['充电', 'Charging'], icon: 'plug-zap' },
  video: { label: ['视频监控', 'Video'], icon: 'video' },
  alarm: { label: ['报警', 'Alarms'], icon: 'siren' },
  display: { label: ['信息显示', 'Displays'], icon: 'monitor' },
  visit: { label: ['访客', 'Visitors'], icon: 'users' },
  call: { label: ['对讲', 'Intercom'], icon: 'radio' },
} as const satisfies Record<string, { label: Text; icon: string }>
export type Category = keyof typeof CATEGORIES
