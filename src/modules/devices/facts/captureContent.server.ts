/** What callbacks say of a capture; its picture stays here, as those of passages do. */
import sql from 'sql-template-tag'
import type { Content } from '#server/announcedParts.ts'
import type { RunSql } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'

export async function captureContent(query: RunSql, deviceId: string, factId: string): Promise<Content | null> {
  const [row] = await query<{
    app_id: string | null
    source_id: string
    component: string
    time: string
    device_name: string
    identifier: string
    name: string
    kind: number | null
    plate: string | null
    quality: number | null
    params: unknown
  }>(
    prepared(sql`select app_id, source_id, component, time, device_name, identifier, name, kind, plate, quality,
      params - 'photo' - 'scene' as params from devices.capture where id = ${factId}`),
  )
  if (!row?.app_id) return null
  const { identifier, name, kind, plate, quality, params } = row
  return {
    appId: row.app_id,
    sourceId: row.source_id,
    key: 'capture',
    factId,
    subject: row.component || 'device',
    time: row.time,
    data: {
      ...{ deviceId, deviceName: row.device_name, door: row.component || undefined },
      ...{ identifier, name, kind, plate, quality, params },
    },
  }
}
