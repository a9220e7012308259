/** The places that the tour of a demo leads to. */
import sql from 'sql-template-tag'
import { mayRead } from '#server/auth/mayRead.ts'
import { endpoint } from '#server/parts.ts'

/** Reading these nouns is what the tour shows; callers without them get no tour. */
const NEEDS = ['deviceBind', 'passRecord', 'person']

interface Door {
  id: string
  name: string
  appId: string
  deviceClass: string
}

export const tour = endpoint({
  method: 'GET',
  path: '/api/insight/tour',
  access: 'login',
  scope: 'application',
  summary: [
    '演示导览的去处：一台在线且可远程放行的设备，及其应用最近一次被拒的通行；不是演示环境或无权查看时为 null',
    'Where the tour of a demo leads: a device online that lets people pass, and the latest refused passage of its application; null without a demo or without the rights',
  ],
  async run(ctx) {
    if (!NEEDS.every(noun => mayRead(ctx.user, noun))) return null
    const opening = [...ctx.ports.classes.values()].filter(({ opens }) => opens).map(({ key }) => key)
    const [door] = await ctx.sql<Door>(
      sql`select d.id, d.name, d.app_id as "appId", d.device_class as "deviceClass"
        from devices.device d join devices.session s on s.device_id = d.id and s.online
        where d.app_id is not null and d.deleted_at is null and d.device_class = any(${opening})
          and exists (select 1 from engine.head where name = 'demo')
        order by d.id limit 1`,
    )
    if (!door) return null
    const [refused] = await ctx.sql<{ id: string }>(
      sql`select id from devices.passage where app_id = ${door.appId} and result = 0 order by id desc limit 1`,
    )
    return { ...door, passageId: refused?.id ?? null }
  },
})
