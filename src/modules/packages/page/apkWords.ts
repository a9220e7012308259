/** Labels for packages and the stages of their installation. */
import type { Text } from '#base/text.ts'
import type { Tone } from '#console/kit/Pill.tsx'

export type Install = {
  id: string
  sn: string
  name: string
  appName: string | null
  online: boolean
  versionName: string | null
  versionCode: number
  stage: string
  percent: number | null
  reason: string | null
}

const STAGES: Record<string, readonly [Tone, ...Text]> = {
  installed: ['ok', '已安装', 'Installed'],
  newer: ['info', '版本更高', 'Has a higher one'],
  waiting: ['off', '未下发', 'Not notified yet'],
  queued: ['busy', '排队', 'Queued'],
  sent: ['busy', '已下发', 'Told'],
  taken: ['busy', '已接收', 'Taken up'],
  downloading: ['busy', '下载中', 'Downloading'],
  verifying: ['busy', '校验中', 'Checking'],
  installing: ['busy', '安装中', 'Installing'],
  failed: ['bad', '安装失败', 'Failed'],
  refused: ['bad', '终端拒绝', 'Refused'],
  silent: ['warn', '没有应答', 'No answer'],
  cancelled: ['off', '已取消', 'Cancelled'],
}
/** A terminal may report stages that are not listed here. */
export const stageWords = (stage: string): { tone: Tone; word: Text } => {
  const [tone, zh, en] = STAGES[stage] ?? ['unknown', stage, stage]
  return { tone, word: [zh, en] }
}
export const isSettled = (stage: string): boolean => stage === 'installed' || stage === 'newer'

export const sizeWords = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
