/** The file made by one of the user's jobs: a short-lived link, and the file behind that link. */
import { Readable } from 'node:stream'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import type { Principal } from '../ctx.ts'
import { exportBytes } from '../exports/exportFile.ts'
import { linkedUser, LINK_S, signedLink } from '../http/signedLink.ts'
import { endpoint, raw, type ServerPart } from '../parts.ts'
import type { Ports } from '../ports.ts'
import { jobsOf, type Job } from './job.ts'
import { mayOpen, requireProofFor } from './mayOpen.ts'
import type { OwnJobs } from './ownJobs.ts'
import { FORMATS } from '../sheets/tableFile.ts'
import { hasFile } from './presentJob.ts'

export function jobFile(
  own: OwnJobs,
  principalOf: (ports: Ports, userId: string) => Promise<Principal | null>,
): ServerPart[] {
  async function fileOf(ports: Ports, userId: string, id: unknown): Promise<Job> {
    const [job] = isId(id) ? await jobsOf(ports, userId, { id, limit: 1 }) : []
    if (!job || !hasFile(job)) throw new Refusal('not_found')
    return job
  }
  const link = endpoint({
    method: 'POST',
    path: '/api/job/:id/link',
    access: 'login',
    places: true,
    scope: 'engine',
    summary: [
      `申请自己任务所生成文件的下载链接，${LINK_S} 秒内有效`,
      `A link to the file of a job of the caller, valid for ${LINK_S} seconds`,
    ],
    async run(ctx, input) {
      const job = await fileOf(ctx.ports, ctx.user.userId, input.id)
      await mayOpen(ctx.ports, ctx.user, job, own.halfOf(job))
      await requireProofFor(ctx.ports, ctx.user, job, own.halfOf(job))
      await ctx.audit({ action: 'fetchExport', object: job.noun, objectId: job.id, objectName: job.title })
      return { url: signedLink(ctx.ports, `/api/job/${job.id}/file`, `job ${job.id}`, ctx.user.userId), forS: LINK_S }
    },
  })
  const file = raw({
    method: 'GET',
    path: '/api/job/:id/file',
    access: 'public',
    budget: 'read',
    summary: [
      '按链接下载任务生成的文件，链接由任务所有者申请',
      'The file of a job, by the link that its owner requested',
    ],
    async handle(ports, request, reply) {
      const { id } = request.params as { id: string }
      const userId = linkedUser(ports, request, `job ${id}`)
      const job = await fileOf(ports, userId, id)
      const user = await principalOf(ports, userId)
      if (!user) throw new Refusal('not_found')
      // Whoever asked for the link has just proved who they are.
      await mayOpen(ports, user, job, own.halfOf(job))
      const format = job.payload.format ?? 'csv'
      return reply
        .type(FORMATS[format])
        .header('content-length', job.fileBytes)
        .header(
          'content-disposition',
          `attachment; filename="${job.noun}.${format}"; filename*=UTF-8''${encodeURIComponent(job.title)}`,
        )
        .header('content-security-policy', "sandbox; default-src 'none'")
        .send(Readable.from(exportBytes(ports, job), { objectMode: false }))
    },
  })
  return [link, file]
}
