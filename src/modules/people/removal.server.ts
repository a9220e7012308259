/** Consequences of removing people: cards, plates and portraits. */
import sql from 'sql-template-tag'
import { counted, figure } from '#base/counted.ts'
import { following } from '#server/parts.ts'
import { person } from './person.noun.ts'

export const personFollowing = following(person, {
  keeps: [
    { table: 'people.card', by: 'person_id', label: ['卡号', 'Card number'] },
    { table: 'people.plate', by: 'person_id', label: ['车牌', 'Plate'] },
  ],
  async counts(ctx, ids) {
    const [found] = await ctx.sql<{ cards: number; plates: number; faces: number }>(
      sql`select (select count(*)::int from people.card where person_id = any(${ids}::bigint[])) as cards,
        (select count(*)::int from people.plate where person_id = any(${ids}::bigint[])) as plates,
        (select count(*)::int from people.person where id = any(${ids}::bigint[]) and portrait_file is not null) as faces`,
    )
    const { cards, plates, faces } = found!
    return [
      { count: cards, text: [`${figure(cards)} 张卡将失效`, `${counted(cards, 'card')} will stop working`] },
      { count: plates, text: [`${figure(plates)} 个车牌将失效`, `${counted(plates, 'plate')} will stop working`] },
      {
        count: faces,
        text: [
          `${figure(faces)} 张人脸照片将从平台和终端删除`,
          `${counted(faces, 'portrait')} will be deleted here and on the terminals`,
        ],
      },
    ]
  },
})
