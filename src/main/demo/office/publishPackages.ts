/** Two versions of the terminals' app: one offered to all of them, one tried by a fifth. */
import { apkOf } from '#simulators/apk.ts'
import type { PublicApi } from '#simulators/PublicApi.ts'

const PACKAGE = 'cn.portico.terminal'
const VERSIONS = [
  { versionName: '2.6.4', versionCode: 264, changelog: '逆光识别更快\n修复夜间偶发黑屏', grayPercent: 0, for: 'all' },
  { versionName: '2.7.0', versionCode: 270, changelog: '新增口罩提示\n开门动画更短', grayPercent: 20, for: 'some' },
] as const

/** Only where there is no package yet. */
export async function publishPackages(api: PublicApi): Promise<void> {
  if ((await api.get<{ total: number }>('/api/admin/apk/page?size=1')).total > 0) return
  for (const { versionName, versionCode, changelog, grayPercent, for: whom } of VERSIONS) {
    const bytes = apkOf({ packageName: PACKAGE, versionName, versionCode, weight: 300_000 })
    const upload = await api.post<{ id: string; chunkBytes: number; chunks: number }>('/api/admin/apk/upload', {
      ...{ name: `terminal-${versionName}.apk`, size: bytes.length },
    })
    for (let no = 0; no < upload.chunks; no += 1)
      await api.upload(
        `/api/admin/apk/upload/${upload.id}/${no}`,
        bytes.subarray(no * upload.chunkBytes, (no + 1) * upload.chunkBytes),
        'terminal.apk',
      )
    await api.post(`/api/admin/apk/upload/${upload.id}/finish`)
    const { id } = await api.post<{ id: string }>('/api/admin/apk', {
      ...{ uploadId: upload.id, appName: '人脸终端', packageName: PACKAGE, versionName, versionCode, changelog },
      ...(grayPercent ? { grayPercent } : {}),
    })
    await api.post(`/api/admin/apk/${id}/${whom === 'all' ? 'publish' : 'gray'}`, {})
  }
}
