/** Three administrators with separate duties: one runs the system, one assigns permissions, one reads the audit. */
import sql from 'sql-template-tag'
import { seed } from '#server/seed.ts'

interface Duty {
  duty: 'system' | 'security' | 'audit'
  name: string
  code: string
  remark: string
  /** Permission points of the duty, as a regular expression of PostgreSQL. */
  points: string
  /** Those of them that belong to another duty. */
  not: string
}

/** No two share a point that changes something, so none can do, or grant, what belongs to another. */
export const DUTIES: readonly Duty[] = [
  {
    duty: 'system',
    name: '系统管理员',
    code: 'system-admin',
    remark: '运行系统：账号、菜单、硬件与应用；不授权，不看审计',
    points: '^.*$',
    not: '^(role:.*|user:(lock|unlock|sessions|endSessions|resetFactor|policy|setPolicy)|(loginLog|operLog):.*)$',
  },
  {
    duty: 'security',
    name: '安全管理员',
    code: 'security-admin',
    remark: '决定谁能做什么：角色、授权、锁定、会话与安全策略；不看审计',
    points:
      '^(role:.*|user:(list|view|lock|unlock|sessions|endSessions|resetFactor|policy|setPolicy)|menu:list|organisation:(list|view))$',
    not: '^$',
  },
  {
    duty: 'audit',
    name: '审计管理员',
    code: 'audit-admin',
    remark: '查看登录与操作审计；不更改任何内容',
    points: '^((loginLog|operLog):.*|(user|role|organisation):(list|view)|menu:list)$',
    not: '^loginLog:kick$',
  },
]

export const dutySeed = seed({
  name: 'duties',
  order: 15,
  async run(ports) {
    await ports.db.tx({ role: 'engine' }, async query => {
      for (const { duty, name, code, remark, points, not } of DUTIES) {
        const [role] = await query<{ id: string }>(
          sql`insert into identity.role (id, source_id, name, code, remark, data_scope, system, duty)
            values (${ports.newId()}, 1, ${name}, ${code}, ${remark}, 0, true, ${duty})
          on conflict (source_id, code) do update set duty = excluded.duty, system = true returning id`,
        )
        // A new version may add points, and remove some.
        await query(
          sql`delete from identity.role_menu rm using identity.menu m where rm.role_id = ${role!.id} and m.id = rm.menu_id
            and not (m.permission is not null and m.permission ~ ${points} and m.permission !~ ${not})`,
        )
        await query(
          sql`insert into identity.role_menu (role_id, menu_id) select ${role!.id}, m.id from identity.menu m
            where m.permission ~ ${points} and m.permission !~ ${not} on conflict do nothing`,
        )
      }
    })
  },
})
