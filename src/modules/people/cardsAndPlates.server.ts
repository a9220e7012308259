/** Cards and plates of people: at most five of each, and each one somebody's alone in the application, however it is spelled. */
import sql, { type Sql } from 'sql-template-tag'
import { folded } from '#base/folded.ts'
import { cardOf, cardShown, plateOf } from '#base/identity.ts'
import type { Text } from '#base/text.ts'
import { invalidFields, type Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import { isTail } from '#server/crud/tail.ts'

const MOST = 5

/** The form in which it is compared, and the spelling that is shown. */
interface Own {
  key: string
  shown: string
}
interface Kind {
  field: 'cards' | 'plates'
  label: Text
  most: Text
  /** Null for what is none. */
  read(given: unknown): Own | null
  /** Those of the keys that are somebody else's, as `shown` with the `name` of whose they are. */
  taken(keys: readonly string[], personId: string): Sql
  /** Removes those of the person that are not among the keys. */
  keepOnly(keys: readonly string[], personId: string): Sql
  /** Answers nothing where somebody else was given it in the same moment. */
  give(own: Own, id: string, personId: string): Sql
}

const CARDS: Kind = {
  field: 'cards',
  label: ['卡号', 'Card'],
  most: [`每人最多${MOST}张卡`, `At most ${MOST} cards each`],
  read(given) {
    const [key, shown] = [cardOf(given), cardShown(given)]
    return key === null || shown === null || !/^.{4,20}$/.test(shown) || /^F+$/.test(key) ? null : { key, shown }
  },
  taken: (keys, personId) =>
    sql`select c.shown, p.name from people.card c join people.person p on p.id = c.person_id
      where c.card_no = any(${keys}) and c.person_id <> ${personId}`,
  keepOnly: (keys, personId) => sql`delete from people.card where person_id = ${personId} and card_no <> all(${keys})`,
  give: ({ key, shown }, id, personId) =>
    sql`insert into people.card as c (id, app_id, source_id, person_id, card_no, shown)
      select ${id}, app_id, source_id, id, ${key}, ${shown} from people.person where id = ${personId}
      on conflict (app_id, card_no) do update set shown = excluded.shown where c.person_id = excluded.person_id
      returning 1`,
}
const PLATES: Kind = {
  field: 'plates',
  label: ['车牌', 'Plate'],
  most: [`每人最多${MOST}个车牌`, `At most ${MOST} plates each`],
  read(given) {
    const key = plateOf(given)
    return key === null ? null : { key, shown: key }
  },
  taken: (keys, personId) =>
    sql`select c.plate_no as shown, p.name from people.plate c join people.person p on p.id = c.person_id
      where c.plate_no = any(${keys}) and c.person_id <> ${personId}`,
  keepOnly: (keys, personId) =>
    sql`delete from people.plate where person_id = ${personId} and plate_no <> all(${keys})`,
  give: ({ key }, id, personId) =>
    sql`insert into people.plate as c (id, app_id, source_id, person_id, plate_no)
      select ${id}, app_id, source_id, id, ${key} from people.person where id = ${personId}
      on conflict (app_id, plate_no) do update set plate_no = excluded.plate_no where c.person_id = excluded.person_id
      returning 1`,
}

/** Each once, whatever the spelling. */
function ownIn(kind: Kind, value: unknown): Own[] {
  if (value !== null && !Array.isArray(value)) throw isNone(kind, value)
  const all = (value ?? []).flatMap((given: unknown): Own[] => {
    if (typeof given === 'string' && folded(given).trim() === '') return []
    const own = kind.read(given)
    if (!own) throw isNone(kind, given)
    return [own]
  })
  const once = all.filter(({ key }, at) => all.findIndex(one => one.key === key) === at)
  if (once.length > MOST) throw invalidFields([{ field: kind.field, text: kind.most }])
  return once
}

function isNone({ field, label }: Kind, given: unknown): Refusal {
  const shown = String(typeof given === 'object' ? JSON.stringify(given) : given).slice(0, 24)
  const text: Text =
    typeof given === 'number' && Number.isInteger(given) && !Number.isSafeInteger(given)
      ? [
          `${label[0]} ${shown} 太长，作为数字已不准确，请以文本提交`,
          `${label[1]} ${shown} is too long for a number; send it as a text`,
        ]
      : [`${label[0]} ${shown} 格式错误`, `${label[1]} ${shown} is not valid`]
  return invalidFields([{ field, text }])
}

const isTaken = ({ field, label }: Kind, shown: string, name: string | null): Refusal =>
  invalidFields([
    {
      field,
      text: [
        `${label[0]} ${shown} 已属于 ${name ?? '他人'}`,
        `${label[1]} ${shown} belongs to ${name ?? 'somebody else'}`,
      ],
    },
  ])

async function write(ctx: Ctx, kind: Kind, personId: string, value: unknown): Promise<void> {
  if (value === undefined) return
  const all = ownIn(kind, value)
  const keys = all.map(own => own.key)
  const [taken] = await ctx.sql<{ shown: string; name: string }>(kind.taken(keys, personId))
  if (taken) throw isTaken(kind, taken.shown, taken.name)
  await ctx.sql(kind.keepOnly(keys, personId))
  for (const own of all)
    if (!(await ctx.sql(kind.give(own, ctx.newId(), personId))).length) throw isTaken(kind, own.shown, null)
}

/** Replaces those that are given; `undefined` leaves them as they are, and a new person has none to lose. */
export async function writeCardsAndPlates(
  ctx: Ctx,
  personId: string,
  { cards, plates }: { cards?: unknown; plates?: unknown },
  isNew: boolean,
): Promise<void> {
  const given = (value: unknown): unknown => (isNew ? (value ?? undefined) : value)
  await write(ctx, CARDS, personId, given(cards))
  await write(ctx, PLATES, personId, given(plates))
}

/** The last four characters, in capitals, where that is what is looked for. */
const tailIn = (given: string): string | null => (isTail(folded(given)) ? folded(given).toUpperCase() : null)

/** By any spelling, or by the last four characters. */
export const foundByCard = (given: string): Sql =>
  sql`t.id in (select person_id from people.card where card_no = ${cardOf(given)} or tail = ${tailIn(given)})`
export const foundByPlate = (given: string): Sql =>
  sql`t.id in (select person_id from people.plate where plate_no = ${plateOf(given)} or tail = ${tailIn(given)})`
