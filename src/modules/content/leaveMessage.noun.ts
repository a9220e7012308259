/** Messages to the platform from the contact page, and how they were handled. */
import { choice, instant, ref, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

export const MESSAGE_KINDS = {
  agency: [1, '代理合作', 'Partnership'],
  product: [2, '产品咨询', 'Product'],
  support: [3, '技术支持', 'Support'],
  service: [4, '售后', 'After sales'],
} as const

export const leaveMessage = defineNoun('leaveMessage', {
  label: ['留言', 'Message'],
  api: '/api/admin/leaveMessage',
  table: 'content.leave_message',
  scope: 'source',
  staffWrites: true,
  name: 'name',
  verbs: ['list', 'view', 'export'],
  fields: {
    name: text(['姓名', 'Name'], { required: true, max: 32, find: 'contains' }),
    phone: text(['手机号', 'Phone'], { required: true, pattern: 'phone', mask: 'phone', find: 'equal' }),
    company: text(['公司', 'Company'], { max: 64, find: 'contains' }),
    email: text(['邮箱', 'Email'], { pattern: 'email', max: 254 }),
    kind: choice(['需求类型', 'About'], MESSAGE_KINDS, {
      required: true,
      find: 'among',
      dictionary: ['lead_kind', '需求类型', 'What a message is about'],
    }),
    content: text(['留言', 'Message'], { required: true, max: 500, lines: 5 }),
    brandId: ref(['来源平台', 'Brand'], 'organisation', { by: 'system', find: 'among', notNull: true }),
    sourceId: ref(['负责机构', 'In charge'], 'organisation', { by: 'system', find: 'among', notNull: true }),
    handlerId: ref(['处理人', 'Handled by'], 'user', { by: 'system' }),
    handleRemark: text(['处理备注', 'Remark'], { by: 'system', lines: 3 }),
    handledAt: instant(['处理时间', 'Handled'], { by: 'system' }),
  },
  states: {
    state: machine(
      ['状态', 'State'],
      {
        waiting: [0, '未处理', 'New'],
        contacted: [1, '已联系', 'Contacted'],
        won: [2, '已转化', 'Won'],
        void: [3, '无效', 'Void'],
      },
      'waiting',
      {
        contact: { from: ['waiting'], to: 'contacted', label: ['已联系', 'Contacted'], reason: true },
        win: { from: ['waiting', 'contacted'], to: 'won', label: ['转化', 'Won'], reason: true },
        discard: { from: ['waiting', 'contacted'], to: 'void', label: ['标为无效', 'Void'], reason: true },
        reopen: { from: ['void'], to: 'waiting', label: ['重新打开', 'Reopen'] },
      },
      { dictionary: ['lead_state', '留言状态', 'Message state'] },
    ),
  },
  actions: {
    handOver: {
      on: 'rows',
      label: ['转代理商', 'Hand to an agency'],
      from: ['waiting', 'contacted'],
      input: {
        agencyId: ref(['代理商', 'Agency'], 'agency', {
          required: true,
          help: ['由该代理商跟进，留言对其为未处理', 'The agency follows it up; to them it is new'],
        }),
        remark: text(['备注', 'Remark'], { max: 200, lines: 2 }),
      },
    },
  },
})
export const leaveMessageLens = defineLens('leaveMessage', {
  path: '/systemManage/leaveMessage',
  label: ['留言管理', 'Messages'],
  empty: ['访客在网站上留下的咨询会出现在这里', 'Enquiries that visitors leave on the site appear here'],
  of: 'leaveMessage',
  columns: ['createdAt', 'name', 'kind', 'content', 'sourceId', 'phone', 'company', 'brandId', 'handlerId', 'state'],
  essential: ['name', 'content', 'state'],
  filters: ['createdAt', 'name', 'phone', 'company', 'kind', 'brandId', 'sourceId', 'state'],
  tags: ['state', 'kind'],
})
