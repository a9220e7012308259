/** Texts about a job: its name, its outcome, and the tone of its state. */
import type { Text } from '#base/text.ts'
import { isOpen, type Job } from '#console/data/jobs.ts'
import type { Tone } from '#console/kit/Pill.tsx'

const rows = (count: number): Text => {
  const figure = count.toLocaleString('en-US')
  return [`${figure} 行`, `${figure} ${count === 1 ? 'row' : 'rows'}`]
}

export const jobName = (job: Job): Text => {
  if (job.kind === 'export') return [`导出${job.nounName}`, `${job.nounName} export`]
  if (job.kind === 'bulk') return [`批量${job.title} · ${job.nounName}`, `${job.title} · ${job.nounName}`]
  return job.dry
    ? [`检查导入${job.nounName}`, `${job.nounName} import check`]
    : [`导入${job.nounName}`, `${job.nounName} import`]
}

export const jobStep = (job: Job): Text => {
  if (job.state === 'queued') return ['排队中', 'Queued']
  if (job.kind === 'export') return ['正在导出', 'Exporting']
  if (job.kind === 'bulk')
    return job.ok + job.failed < job.total ? ['正在处理', 'Processing'] : ['等待执行结果', 'Waiting for the results']
  return job.dry ? ['正在检查', 'Checking'] : ['正在导入', 'Importing']
}

/** The outcome of a job in one sentence. */
export const jobOutcome = (job: Job): Text => {
  const [ok, failed] = [rows(job.ok), rows(job.failed)]
  if (isOpen(job))
    return [`已处理 ${job.ok + job.failed} / ${job.total} 行`, `${job.ok + job.failed} of ${job.total} rows`]
  if (job.state === 'failed') return [`已停止：${job.reason ?? '操作失败'}`, `Stopped: ${job.reason ?? 'it failed'}`]
  if (job.kind === 'export')
    return job.state === 'cancelled'
      ? ['已停止，没有生成文件', 'Stopped; there is no file']
      : [`已导出 ${ok[0]}`, `${ok[1]} exported`]
  if (job.kind === 'bulk') return bulkOutcome(job)
  if (job.dry && job.state === 'cancelled')
    return ['检查已停止，没有写入数据', 'The check was stopped; nothing was written']
  if (job.dry) {
    if (job.failed === 0) return [`${ok[0]}都可以导入`, `All ${ok[1]} can be imported`]
    return job.ok === 0
      ? [`${failed[0]}都有误，没有可以导入的数据`, `All ${failed[1]} have errors; there is nothing to import`]
      : [`${ok[0]}可以导入，${failed[0]}有误`, `${ok[1]} can be imported, ${failed[1]} have errors`]
  }
  const left = rows(job.total - job.ok - job.failed)
  const done: Text = job.failed
    ? [`已导入 ${ok[0]}，${failed[0]}未导入`, `${ok[1]} imported, ${failed[1]} not`]
    : [`已导入 ${ok[0]}`, `${ok[1]} imported`]
  return job.state === 'cancelled'
    ? [`已停止：${done[0]}，${left[0]}未处理`, `Stopped: ${done[1]}, ${left[1]} not processed`]
    : done
}
const bulkOutcome = (job: Job): Text => {
  const [ok, failed] = [job.ok.toLocaleString('en-US'), job.failed.toLocaleString('en-US')]
  const done: Text = job.failed
    ? [`${ok} 项已完成，${failed} 项未完成`, `${ok} done, ${failed} not completed`]
    : [`${ok} 项已完成`, `${ok} done`]
  const left = (job.total - job.ok - job.failed).toLocaleString('en-US')
  return job.state === 'cancelled'
    ? [`已停止：${done[0]}，${left} 项未处理`, `Stopped: ${done[1]}, ${left} not processed`]
    : done
}

/** Notices have fewer tones than pills. */
export const noticeTones = {
  ok: 'ok',
  warn: 'warn',
  bad: 'bad',
  off: 'info',
  busy: 'info',
  info: 'info',
  unknown: 'info',
} as const

export const jobTone = (job: Job): Tone => {
  if (isOpen(job)) return 'busy'
  if (job.state === 'failed' || (job.failed > 0 && job.ok === 0)) return 'bad'
  if (job.state === 'cancelled') return 'off'
  return job.failed > 0 ? 'warn' : 'ok'
}
