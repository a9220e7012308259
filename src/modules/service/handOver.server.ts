/** The steps of tickets follow the application of their ticket to another organisation. */
import sql from 'sql-template-tag'
import { application } from '#modules/applications/application.noun.ts'
import { contributes } from '#server/parts.ts'

export const applicationTickets = contributes(application, {
  on: {
    async transferred(ctx, { id, toId }) {
      await ctx.sql(sql`select service.hand_over(${id as string}, ${toId as string})`)
    },
  },
})
