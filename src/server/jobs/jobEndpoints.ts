/** Endpoints for a user's own jobs: list them, read and download failures, download results, start a checked import, stop. */
import sql from 'sql-template-tag'
import { PAGING } from '#model/list/paging.ts'
import type { Principal } from '../ctx.ts'
import { pageRequest } from '../crud/filters.ts'
import { endpoint, type Half, type ServerPart } from '../parts.ts'
import type { Ports } from '../ports.ts'
import { jobsOf } from './job.ts'
import { jobFile } from './jobFile.ts'
import { jobMoves } from './jobMoves.ts'
import { jobRows } from './jobRows.ts'
import { ownJobs, type OwnJobs } from './ownJobs.ts'

const page = (own: OwnJobs): ServerPart =>
  endpoint({
    method: 'GET',
    path: '/api/job/page',
    access: 'login',
    places: true,
    scope: 'engine',
    input: PAGING,
    summary: ['调用者自己的任务，最新在前', "The caller's own jobs, newest first"],
    async run(ctx, input) {
      const { current, size } = pageRequest(input)
      const [counted] = await ctx.sql<{ total: number }>(
        sql`select count(*)::int as total from engine.job where user_id = ${ctx.user.userId}`,
      )
      const jobs = await jobsOf(ctx.ports, ctx.user.userId, { limit: size, offset: (current - 1) * size })
      const total = counted!.total
      return { records: jobs.map(job => own.shown(ctx, job)), total, size, current, pages: Math.ceil(total / size) }
    },
  })

const view = (own: OwnJobs): ServerPart =>
  endpoint({
    method: 'GET',
    path: '/api/job/:id',
    access: 'login',
    places: true,
    scope: 'none',
    summary: ['查看自己的一个任务', 'A job of the caller'],
    run: async (ctx, input) => own.shown(ctx, await own.find(ctx.ports, ctx.user, input.id)),
  })

export function jobEndpoints(
  halves: readonly Half[],
  /** The principal of a user with current rights; null when they may no longer act. */
  principalOf: (ports: Ports, userId: string) => Promise<Principal | null>,
): ServerPart[] {
  const own = ownJobs(halves)
  return [page(own), ...jobRows(own), view(own), ...jobMoves(own), ...jobFile(own, principalOf)]
}
