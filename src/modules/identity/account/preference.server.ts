/** Preferences of a user for the console, stored with the account: columns of lists, saved views. */
import sql from 'sql-template-tag'
import { invalidFields } from '#model/error.ts'
import { json, text } from '#model/field.ts'
import { endpoint } from '#server/parts.ts'

const PATH = '/api/admin/user/preference'
/** Size of one preference as JSON; number per user. */
const MAX_CHARACTERS = 16_384
const MAX_COUNT = 500
/** A choice may also be one word, number or flag. */
const ANY = { type: ['object', 'array', 'string', 'number', 'boolean'] }

export const preferences = endpoint({
  method: 'GET',
  path: PATH,
  access: 'login',
  places: true,
  scope: 'engine',
  own: true,
  summary: ['调用者保存的控制台偏好，按名称', 'What the caller chose about the console, by name'],
  async run(ctx) {
    const rows = await ctx.sql<{ name: string; value: unknown }>(
      sql`select name, value from identity.preference where account_id = ${ctx.user.userId}`,
    )
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  },
})

export const setPreference = endpoint({
  method: 'PUT',
  path: PATH,
  access: 'login',
  places: true,
  scope: 'engine',
  own: true,
  summary: ['保存一项偏好，null 为删除', 'Keeps one choice; null forgets it'],
  input: { name: text(['名称', 'Name'], { required: true, max: 120 }), value: json(['值', 'Value'], { schema: ANY }) },
  async run(ctx, { name, value }) {
    const { userId } = ctx.user
    if (value === null || value === undefined) {
      await ctx.sql(sql`delete from identity.preference where account_id = ${userId} and name = ${name}`)
      return true
    }
    const written = JSON.stringify(value)
    if (written.length > MAX_CHARACTERS)
      throw invalidFields([{ field: 'value', text: ['内容过大', 'The content is too large'] }])
    const kept = await ctx.sql(sql`insert into identity.preference as p (account_id, name, value, updated_at)
      select ${userId}, ${name}, ${written}::jsonb, ${ctx.now}
        where (select count(*) from identity.preference where account_id = ${userId} and name <> ${name}) < ${MAX_COUNT}
      on conflict (account_id, name) do update set value = excluded.value, updated_at = excluded.updated_at returning 1`)
    if (kept.length === 0)
      throw invalidFields([{ field: 'name', text: [`最多保存${MAX_COUNT}项`, `At most ${MAX_COUNT} can be saved`] }])
    return true
  },
})
