/** 同步任务: what is under way to devices or failed, with the figures of the queue above; a task opens its messages in the log. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { linkTo } from '#console/crud/row/linkTo.ts'
import { can } from '#console/data/me.ts'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import type { syncTask } from './syncTask.noun.ts'

const TaskFigures = lazy(async () => (await import('./page/TaskFigures.tsx')).TaskFigures)

const pieces: LensPieces<typeof syncTask> = {
  // The reason is a sentence.
  columns: { message: { grow: 3 } },
  acts: row => linkTo('deviceLog', ['报文', 'Messages'], { deviceId: row.deviceId, requestId: row.commandId }),
}

export default function SyncTaskPage(props: PageProps) {
  const above = can('syncTask:stat') && (
    <WhileLoading show={<Skeleton shape="card" height={103} />}>
      <TaskFigures />
    </WhileLoading>
  )
  return <LensPage {...props} pieces={above ? { ...pieces, above } : pieces} />
}
