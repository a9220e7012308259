/** The acts that a noun and its lens declare: on one row, on several or on all that match, and on the list as a whole. */
import type { Text } from '#base/text.ts'
import type { Fields } from '#model/field.ts'
import type { Action, Lens, Move, Noun } from '#model/noun.ts'
import type { Input, Row } from '#model/row.ts'
import { actionsOf, allMoves, movesOf, type Can } from '#console/crud/lensFields.ts'
import type { BulkRows, startBulk } from '#console/crud/job/startBulk.ts'
import { nameOf } from '#console/crud/nameOf.ts'
import { allows } from '#console/crud/row/rowPermissions.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { post } from '#console/data/request.ts'

/** An action or a move with what its dialog needs. */
export type Act<R = Row> = {
  name: string
  label: Text
  input?: Fields | undefined
  reason?: boolean | undefined
  confirm?: Text | undefined
  danger?: boolean | undefined
  subject?: string | undefined
  row?: R | undefined
  /** The secret of the answer. The action has run, and its dialog now shows it, only this once. */
  shownOnce?: Readonly<Record<string, string>> | undefined
  run: (values: Readonly<Input>) => Promise<unknown>
}
/** Every row that matches the filters of a list. */
export type MatchingRows = Extract<BulkRows, { filter: unknown }>
/** An action on several rows; `onMatching` is the same action on all that match. */
export type BulkAct = Act & { onMatching: (matching: MatchingRows) => Act }

/** Up to this number of rows the user waits for the result; more run as a job. */
export const atOnceItems = 20
/** Starts a job on many rows; its code is loaded when the first one starts. */
export const startBulkJob = async (...given: Parameters<typeof startBulk>): Promise<unknown> =>
  (await import('#console/crud/job/startBulk.ts')).startBulk(...given)

/** The number of rows, then the question of the definition. */
const withOwn = ({ confirm: own }: Action | Move, [zh, en]: Text): Text =>
  own ? [`${zh}${own[0]}`, `${en} ${own[1]}`] : [zh, en]
const countText = (count: number): string => count.toLocaleString('en-US')
const spec = (name: string, of: Action | Move): Omit<Act, 'run'> => ({
  name,
  label: of.label,
  input: 'input' in of ? of.input : undefined,
  reason: of.reason,
  confirm: of.confirm,
  danger: of.danger,
})
const sent = async (noun: Noun, path: string, body: object): Promise<unknown> => {
  const answer = await post(noun.api + path, body, { quiet: true })
  void invalidateRows(noun.api)
  return answer
}

/** The actions that a user may run on a noun; `can` checks their permissions. */
export const actsOf = (noun: Noun, lens: Lens | undefined, can: Can) => ({
  rowActs: (row: Row): readonly Act[] => rowActs(noun, lens, can, row),
  /** Actions and moves that are possible for at least one of the rows; without rows, all of them. */
  bulkActs: (rows: readonly Row[]): readonly BulkAct[] => bulkActs(noun, lens, can, rows),
  nounActs: (): readonly Act[] =>
    actionsOf(noun, lens, 'noun', can).map(({ name, action }): Act => ({
      ...spec(name, action),
      run: values => sent(noun, `/${name}`, values),
    })),
})

function rowActs(noun: Noun, lens: Lens | undefined, can: Can, row: Row): readonly Act[] {
  const subject = nameOf(noun, row)
  const ofRow = (name: string, of: Action | Move): Act => ({
    ...spec(name, of),
    subject,
    row,
    run: values => sent(noun, `/${row.id}/${name}`, values),
  })
  const possible = [...actionsOf(noun, lens, 'row', can), ...actionsOf(noun, lens, 'rows', can)]
  return [
    ...movesOf(noun, row, can).map(({ name, move }) => ofRow(name, move)),
    // In the order of the definition, which begins with the most urgent one.
    ...Object.keys(noun.actions ?? {})
      .flatMap(name => possible.filter(one => one.name === name))
      .filter(({ name }) => allows(noun, row, name))
      .map(({ name, action }): Act =>
        // An action on several rows also works on one.
        action.on === 'rows'
          ? { ...ofRow(name, action), run: values => sent(noun, `/${name}`, { ...values, ids: [row.id] }) }
          : ofRow(name, action),
      ),
  ]
}

function bulkActs(noun: Noun, lens: Lens | undefined, can: Can, rows: readonly Row[]): readonly BulkAct[] {
  const bulk = (name: string, of: Action | Move): BulkAct => ({
    ...spec(name, of),
    confirm: withOwn(of, [
      `确定对选中的 ${countText(rows.length)} 项执行“${of.label[0]}”吗？`,
      `Apply “${of.label[1]}” to the ${countText(rows.length)} selected?`,
    ]),
    run: async values => {
      const ids = rows.map(row => row.id)
      if (ids.length > atOnceItems) return startBulkJob(noun.api, name, { ids }, values)
      const { actOnRows, actTogether } = await import('#console/crud/act/actOnRows.ts')
      // An action without an undo does all rows in one request.
      return 'on' in of && !of.undo ? actTogether(noun, name, ids, values) : actOnRows(noun, can, name, ids, values)
    },
    onMatching: matching => ({
      ...spec(name, of),
      confirm: withOwn(of, [
        `确定对符合条件的全部 ${countText(matching.count)} 项执行“${of.label[0]}”吗？`,
        `Apply “${of.label[1]}” to all ${countText(matching.count)} that match?`,
      ]),
      run: values => startBulkJob(noun.api, name, matching, values),
    }),
  })
  return [
    ...actionsOf(noun, lens, 'rows', can).map(({ name, action }) => bulk(name, action)),
    ...allMoves(noun, can).map(({ name, move }) => bulk(name, move)),
  ].filter(({ name }) => !rows.length || rows.some(row => allows(noun, row, name)))
}
