/** State changes by the owner of a job, each with an audit entry: stop it, import a checked file, repeat what failed. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { againBulk, undoBulk } from '../bulk/againBulk.ts'
import { endpoint, type ServerPart } from '../parts.ts'
import { JOB_STATE, type Job } from './job.ts'
import type { OwnJobs } from './ownJobs.ts'

const cancel = (own: OwnJobs): ServerPart =>
  endpoint({
    method: 'POST',
    path: '/api/job/:id/cancel',
    access: 'login',
    places: true,
    scope: 'engine',
    summary: ['停止自己的任务，已完成的行保留', 'Stops a job of the caller; finished rows are kept'],
    run: (ctx, input) =>
      own.move(ctx, input, 'cancelJob', job =>
        ctx.sql<Pick<Job, 'state' | 'ok' | 'failed' | 'finishedAt'>>(
          sql`update engine.job set state = ${JOB_STATE.cancelled}, finished_at = now() where id = ${job.id} and state in (${JOB_STATE.queued}, ${JOB_STATE.running})
          returning state, ok, failed, finished_at as "finishedAt"`,
        ),
      ),
  })

const start = (own: OwnJobs): ServerPart =>
  endpoint({
    method: 'POST',
    path: '/api/job/:id/import',
    access: 'login',
    places: true,
    scope: 'engine',
    summary: ['导入自己已校验的任务', 'Imports what a job of the caller has checked'],
    run: (ctx, input) =>
      own.move(ctx, input, 'importChecked', async job => {
        const point = `${job.noun}:import`
        if (!ctx.user.permissions.has(point)) throw new Refusal('forbidden', { point })
        const moved = await ctx.sql<Pick<Job, 'dry' | 'state' | 'ok' | 'failed' | 'startedAt' | 'finishedAt'>>(
          sql`update engine.job
            set dry = false, state = ${JOB_STATE.queued}, ok = 0, failed = 0, planned_at = now(), started_at = null,
            finished_at = null
          where id = ${job.id} and dry and state = ${JOB_STATE.done} and file_key is not null
          returning dry, state, ok, failed, null as "startedAt", null as "finishedAt"`,
        )
        if (moved.length) await ctx.sql(sql`delete from engine.job_row where job_id = ${job.id}`)
        return moved
      }),
  })

const check = (own: OwnJobs): ServerPart =>
  endpoint({
    method: 'POST',
    path: '/api/job/:id/check',
    access: 'login',
    places: true,
    scope: 'engine',
    summary: [
      '再次校验自己已校验的文件，例如补建了缺少的记录之后',
      'Checks a checked file of the caller again, for example after what was missing has been created',
    ],
    run: (ctx, input) =>
      own.move(ctx, input, 'checkAgain', async job =>
        ctx.sql<Pick<Job, 'state' | 'ok' | 'failed' | 'startedAt' | 'finishedAt'>>(
          sql`update engine.job
            set state = ${JOB_STATE.queued}, ok = 0, failed = 0, planned_at = now(), started_at = null, finished_at = null
          where id = ${job.id} and dry and state = ${JOB_STATE.done} and file_key is not null
          returning state, ok, failed, null as "startedAt", null as "finishedAt"`,
        ),
      ),
  })

const again = (own: OwnJobs): ServerPart =>
  endpoint({
    method: 'POST',
    path: '/api/job/:id/again',
    access: 'login',
    places: true,
    scope: 'engine',
    summary: [
      '对自己批量任务中未完成的项再执行一次，返回新任务',
      'Repeats the failed rows of a bulk act of the caller; returns a new job',
    ],
    async run(ctx, input) {
      const job = await own.open(ctx.ports, ctx.user, input.id)
      return own.shown(ctx, await againBulk(ctx, job, own.halfOf(job).noun))
    },
  })

const undo = (own: OwnJobs): ServerPart =>
  endpoint({
    method: 'POST',
    path: '/api/job/:id/undo',
    access: 'login',
    places: true,
    scope: 'engine',
    summary: [
      '撤销自己批量任务中已完成的项，任务结束后十分钟内可用，返回新任务',
      'Undoes a bulk act of the caller on the rows that it changed, within ten minutes of its end; returns a new job',
    ],
    async run(ctx, input) {
      const job = await own.open(ctx.ports, ctx.user, input.id)
      return own.shown(ctx, await undoBulk(ctx, job, own.halfOf(job).noun))
    },
  })

export const jobMoves = (own: OwnJobs): ServerPart[] => [cancel(own), start(own), check(own), again(own), undo(own)]
