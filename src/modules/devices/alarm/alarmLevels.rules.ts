/** How serious an alarm is. */
import type { Choices } from '#model/field.ts'

export const ALARM_LEVELS = {
  alert: [1, '告警', 'Alert'],
  fault: [2, '故障', 'Fault'],
  urgent: [3, '紧急', 'Urgent'],
} as const satisfies Choices
