/** Consequences of removing applications: accounts without access, sites no longer shown; and for templates, their versions. */
import sql from 'sql-template-tag'
import { counted, figure } from '#base/counted.ts'
import { following } from '#server/parts.ts'
import { application } from './application.noun.ts'
import { customTemplate } from './customTemplate.noun.ts'

export const applicationFollowing = following(application, {
  keeps: [{ table: 'applications.review', by: 'application_id', label: ['审核', 'Review'] }],
  async counts(ctx, ids) {
    const [found] = await ctx.sql<{ sites: number; accounts: number }>(
      sql`select (select count(*)::int from applications.site where app_id = any(${ids}::bigint[])) as sites,
        (select count(*)::int from identity.account_app where app_id = any(${ids}::bigint[])) as accounts`,
    )
    const { sites, accounts } = found!
    return [
      {
        count: accounts,
        text: [`${figure(accounts)} 个用户将无法进入该应用`, `${counted(accounts, 'account')} can no longer enter`],
      },
      {
        count: sites,
        text: [`${figure(sites)} 个场所将不再显示`, `${counted(sites, 'place')} will no longer be shown`],
      },
    ]
  },
})

export const customTemplateFollowing = following(customTemplate, {
  keeps: [{ table: 'applications.template_version', by: 'template_id', label: ['模板版本', 'Template version'] }],
})
