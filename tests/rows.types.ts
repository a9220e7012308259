/** Rows, inputs and live messages follow from nouns: what is used wrongly here must not compile. Only `tsc` reads this file. */
import { choice, computed, flag, group, instant, integer, json, list, ref, secret, text } from '#model/field.ts'
import { defineNoun, machine, type Noun } from '#model/noun.ts'
import type { LiveMessage } from '#model/live.ts'
import type { ActionInput, ChangeOf, InputOf, MoveOf, Row, RowOf, StoredOf, WrittenOf } from '#model/row.ts'
import { readPage, readRow } from '#console/data/rows.ts'
import { endpoint, implement } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'

/** Whether two types are the same in both directions. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const same = <_T extends true>(): void => {}

const box = defineNoun('box', {
  label: ['箱', 'Box'],
  api: '/api/box',
  table: 'boxes.box',
  scope: 'application',
  name: 'name',
  tree: { depth: 3 },
  fields: {
    name: text(['名称', 'Name'], { required: true, frozen: true }),
    size: choice(['尺寸', 'Size'], { small: [1, '小', 'Small'], large: [2, '大', 'Large'] }),
    uses: choice(
      ['用途', 'Uses'],
      { post: ['post', '信', 'Post'], food: ['food', '餐', 'Food'] },
      { many: true, notNull: true },
    ),
    openedAt: instant(['打开', 'Opened'], { by: 'system' }),
    ownerId: ref(['主人', 'Owner'], 'person'),
    doorIds: ref(['门', 'Doors'], 'door', { many: true, virtual: true }),
    key: secret(['钥匙', 'Key']),
    inside: list(
      ['内容', 'Inside'],
      { what: text(['物', 'What'], { required: true }), fragile: flag(['易碎', 'Fragile']) },
      { max: 3, notNull: true },
    ),
    place: group(['位置', 'Place'], { row: integer(['行', 'Row']) }),
    cards: json(['卡', 'Cards'], { schema: { type: 'array', items: { type: 'string' } } }),
    count: computed(integer(['数量', 'Count'], { notNull: true })),
  },
  states: {
    state: machine(['状态', 'State'], { shut: [0, '关', 'Shut'], open: [1, '开', 'Open'] }, 'shut', {
      open: { from: ['shut'], to: 'open', label: ['打开', 'Open'] },
    }),
  },
  actions: {
    fill: {
      on: 'rows',
      label: ['装', 'Fill'],
      reason: true,
      input: { weight: integer(['重', 'Weight'], { required: true }) },
    },
    look: { on: 'row', label: ['看', 'Look'], method: 'GET' },
  },
})
type Box = typeof box
interface BoxRow {
  id: string
  rev: number
  createdAt: string
  updatedAt: string
  parentId: string
  appId: string | null
  name: string
  size: 1 | 2 | null
  uses: ('post' | 'food')[]
  openedAt: string | null
  ownerId: string | null
  keySet: boolean
  inside: { what: string; fragile: boolean | null }[]
  place: { row?: number | null } | null
  cards: string[] | null
  state: 0 | 1
}
same<Same<StoredOf<Box>, BoxRow>>()
same<
  Same<
    RowOf<Box>,
    BoxRow & {
      count: number
      doorIds?: string[] | null
      doorNames?: string[]
      ownerName?: string | null
      children?: RowOf<Box>[]
    }
  >
>()
same<Same<RowOf<Noun>, Row>>()
same<Same<MoveOf<Box>, 'open'>>()
same<Same<ChangeOf<Box>['id'], string>>()

export function rows(row: RowOf<Box>, stored: StoredOf<Box>): void {
  // @ts-expect-error a misspelt field
  void row.naem
  // @ts-expect-error a choice has no such value
  row.size = 3
  // @ts-expect-error an instant travels as text
  row.openedAt = new Date()
  // @ts-expect-error a secret is in no row
  void row.key
  // @ts-expect-error a computed field is not stored
  void stored.count
  // @ts-expect-error it may be null
  row.ownerId.slice(1)
}

// @ts-expect-error a forgotten column
export const incomplete: StoredOf<Box> = { id: '1', rev: 1, createdAt: '', updatedAt: '', parentId: '-1', appId: null }

export const added: InputOf<Box> = { name: 'a', size: 1, parentId: '2', key: 'k' }
// @ts-expect-error what is required is missing
export const nameless: InputOf<Box> = { size: 1 }
// @ts-expect-error the system writes it
export const written: InputOf<Box> = { name: 'a', openedAt: '' }
// @ts-expect-error a frozen field is not changed
export const changed: ChangeOf<Box> = { id: '1', name: 'b' }

implement(box, {
  async beforeWrite(_ctx, values, before) {
    values.size = before?.size ?? 1
    // @ts-expect-error the wrong choice
    values.size = 'small'
    // @ts-expect-error a misspelt field
    values.sise = 1
    same<Same<typeof values, WrittenOf<Box>>>()
  },
  async compute(_ctx, rows) {
    for (const row of rows) row.count = row.inside.length
    // @ts-expect-error a computed field of another type
    for (const row of rows) row.count = ''
  },
  async onMove(_ctx, move) {
    // @ts-expect-error there is no such move
    if (move === 'shut') return
  },
  actions: {
    async fill(_ctx, input) {
      same<Same<typeof input, ActionInput<Box['actions']['fill']>>>()
      same<Same<typeof input, { weight: number; ids: string[]; reason: string }>>()
      // @ts-expect-error no field of its input
      return input.height
    },
    async look(_ctx, input) {
      return input.id.length
    },
  },
})
// @ts-expect-error the noun has no such action
implement(box, { actions: { empty: async () => true } })

endpoint({
  method: 'POST',
  path: '/api/box/:boxId/lid/:lid',
  access: 'login',
  scope: 'application',
  summary: ['盖', 'Lid'],
  input: { colour: text(['颜色', 'Colour']), weight: integer(['重', 'Weight'], { required: true }) },
  async run(_ctx, input) {
    same<Same<typeof input, { colour: string | null; weight: number; boxId: string; lid: string }>>()
    // @ts-expect-error neither a field nor a parameter
    return input.height
  },
})

export function messages({ bus }: Ports): void {
  const base = { appId: '1', at: '2026-01-01T00:00:00.000Z' }
  bus.publish('live', { type: 'delivery', ...base, callbackId: '1' })
  // @ts-expect-error without the column it carries
  bus.publish('live', { type: 'delivery', ...base })
  // @ts-expect-error with a column of another message
  bus.publish('live', { type: 'delivery', ...base, callbackId: '1', commandId: '2' })
  // @ts-expect-error with a value that the noun does not know
  bus.publish('live', { type: 'session', ...base, deviceId: '1', deviceClass: 'faceEqui', online: 'yes' })
  // @ts-expect-error of a type that no module declares
  bus.publish('live', { type: 'deliveries', ...base })
  bus.subscribe('live', message => {
    // @ts-expect-error only some messages carry it
    void message.callbackId
    same<Same<LiveMessage<'delivery'>['callbackId'], string>>()
  })
}

export async function addresses(): Promise<void> {
  const { records } = await readPage<typeof box>('/api/box', { size: 1 })
  same<Same<(typeof records)[number], RowOf<typeof box>>>()
  // @ts-expect-error the address of another noun
  await readPage<typeof box>('/api/lid', {})
  // @ts-expect-error a row of no noun in particular
  await readRow('/api/box', '1')
}
