/** What can be done: to one row, to several, to the whole; each asks what it must before it runs. */
import { useMemo, useState } from 'react'
import type { Text } from '#base/text.ts'
import type { Fields } from '#model/field.ts'
import type { Action, Lens, Move, Noun } from '#model/noun.ts'
import { actionsOf, allMoves, mayDo, movesOf, type Can } from '#console/crud/lensFields.ts'
import { nameOf } from '#console/crud/nameOf.ts'
import type { Input, Row } from '#model/row.ts'
import { allows } from '#console/crud/row/rowPermissions.ts'
import type { BulkRows, startBulk } from '#console/crud/job/startBulk.ts'
import { touched } from '#console/data/queries.ts'
import { post, RequestError } from '#console/data/request.ts'
import { isBegun, onceIn } from '#console/crud/act/onceIn.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { toast } from '#console/kit/overlay/toast.ts'

/** An action or a move, ready to be asked about and run. */
export type Act<R = Row> = {
  name: string
  label: Text
  input?: Fields | undefined
  reason?: boolean | undefined
  confirm?: Text | undefined
  danger?: boolean | undefined
  subject?: string | undefined
  row?: R | undefined
  /** It has run, and its answer is said only once. */
  shownOnce?: Readonly<Record<string, string>> | undefined
  run: (values: Readonly<Input>) => Promise<unknown>
}
/** Every row that the filters of a list let through. */
export type Whole = Extract<BulkRows, { filter: unknown }>
/** An act on several rows, or on all that match. */
export type BulkAct = Act & { onWhole: (whole: Whole) => Act }

/** Up to so many rows a person waits for; more are a job. */
const atOnceItems = 20
const begunBulk = async (...given: Parameters<typeof startBulk>): Promise<unknown> =>
  (await import('#console/crud/job/startBulk.ts')).startBulk(...given)

/** The number first, then what the definition asks. */
const withOwn = ({ confirm: own }: Action | Move, [zh, en]: Text): Text =>
  own ? [`${zh}${own[0]}`, `${en} ${own[1]}`] : [zh, en]
const countText = (count: number): string => count.toLocaleString('en-US')
const fail = (error: unknown): void => {
  if (!(error instanceof RequestError && error.shown))
    toast.error(error instanceof RequestError ? error.message || undefined : undefined)
}

export const useActs = (noun: Noun, lens: Lens | undefined, can: Can, onRemoved: (ids: readonly string[]) => void) => {
  /** The act whose dialog is open. */
  const [asking, setAsking] = useState<Act>()
  return useMemo(() => {
    const may = mayDo(noun, lens, can)
    const spec = (name: string, of: Action | Move): Omit<Act, 'run'> => ({
      name,
      label: of.label,
      input: 'input' in of ? of.input : undefined,
      reason: of.reason,
      confirm: of.confirm,
      danger: of.danger,
    })
    const sent = (path: string, body: object): Promise<unknown> =>
      post(path, body, { quiet: true }).then(answer => {
        void touched(noun.api)
        return answer
      })

    /** Opens the dialog when there is something to ask, otherwise confirms what is costly and runs. */
    const begin = async (act: Act): Promise<void> => {
      if (act.reason || Object.keys(act.input ?? {}).length) {
        setAsking(act)
        return
      }
      if (
        (act.confirm || act.danger) &&
        !(await confirm({
          message: act.confirm ?? [
            `确定${act.label[0]}${act.subject ? `“${act.subject}”` : ''}吗？`,
            `${act.label[1]}${act.subject ? ` ${act.subject}` : ''}?`,
          ],
          danger: act.danger ?? false,
        }))
      )
        return
      try {
        const answer = await act.run({})
        if (!isBegun(answer)) toast.ok(['操作成功', 'Done'])
        const shownOnce = onceIn(answer)
        if (shownOnce) setAsking({ ...act, shownOnce })
      } catch (error) {
        fail(error)
      }
    }
    const remove = async (rows: readonly Row[]): Promise<void> => {
      const asked = rows.map(row => ({ id: row.id, name: nameOf(noun, row) }))
      // Needed once somebody deletes.
      const { askRemoval, removeAtOnce } = await import('#console/crud/act/removing.tsx')
      if (!(await askRemoval(noun, asked))) return
      if (rows.length <= atOnceItems) {
        onRemoved(await removeAtOnce(noun, asked))
        return
      }
      const ids = rows.map(row => row.id)
      await begunBulk(noun.api, 'remove', { ids }).then(() => onRemoved(ids), fail)
    }
    const removeWhole = async (whole: Whole): Promise<void> => {
      const { askWholeRemoval } = await import('#console/crud/act/removing.tsx')
      if (await askWholeRemoval(noun, whole)) await begunBulk(noun.api, 'remove', whole).then(() => onRemoved([]), fail)
    }
    const rowActs = (row: Row): readonly Act[] => [
      ...movesOf(noun, row, can).map(({ name, move }): Act => ({
        ...spec(name, move),
        subject: nameOf(noun, row),
        row,
        run: values => sent(`${noun.api}/${row.id}/${name}`, values),
      })),
      ...actionsOf(noun, lens, 'row', can)
        .filter(({ name }) => allows(noun, row, name))
        .map(({ name, action }): Act => ({
          ...spec(name, action),
          subject: nameOf(noun, row),
          row,
          run: values => sent(`${noun.api}/${row.id}/${name}`, values),
        })),
      // What can be done to several rows can be done to one.
      ...actionsOf(noun, lens, 'rows', can)
        .filter(({ name }) => allows(noun, row, name))
        .map(({ name, action }): Act => ({
          ...spec(name, action),
          subject: nameOf(noun, row),
          row,
          run: values => sent(`${noun.api}/${name}`, { ...values, ids: [row.id] }),
        })),
    ]
    /** Actions and moves for the rows they can be done to; without rows, all that there are. */
    const bulkActs = (rows: readonly Row[]): readonly BulkAct[] => {
      const possible = ({ name }: { name: string }): boolean =>
        !rows.length || rows.some(row => allows(noun, row, name))
      const many = (
        name: string,
        of: Action | Move,
        few: (ids: string[], values: object) => Promise<unknown>,
      ): BulkAct => ({
        ...spec(name, of),
        confirm: withOwn(of, [
          `确定对选中的 ${countText(rows.length)} 项执行“${of.label[0]}”吗？`,
          `${of.label[1]}: the ${countText(rows.length)} selected?`,
        ]),
        run: values => {
          const ids = rows.map(row => row.id)
          return ids.length > atOnceItems ? begunBulk(noun.api, name, { ids }, values) : few(ids, values)
        },
        onWhole: whole => ({
          ...spec(name, of),
          confirm: withOwn(of, [
            `确定对符合条件的全部 ${countText(whole.count)} 项执行“${of.label[0]}”吗？`,
            `${of.label[1]}: all ${countText(whole.count)} that match?`,
          ]),
          run: values => begunBulk(noun.api, name, whole, values),
        }),
      })
      return [
        ...actionsOf(noun, lens, 'rows', can)
          .filter(possible)
          .map(({ name, action }) =>
            many(name, action, (ids, values) => sent(`${noun.api}/${name}`, { ...values, ids })),
          ),
        ...allMoves(noun, can)
          .filter(possible)
          .map(({ name, move }) =>
            many(name, move, async (ids, values) =>
              (await import('#console/crud/act/actOnRows.ts')).actOnRows(noun.api, name, ids, { ...values }),
            ),
          ),
      ]
    }
    const nounActs = (): readonly Act[] =>
      actionsOf(noun, lens, 'noun', can).map(({ name, action }): Act => ({
        ...spec(name, action),
        run: values => sent(`${noun.api}/${name}`, values),
      }))
    const mayOn = (row: Row, verb: 'edit' | 'remove'): boolean => may(verb) && allows(noun, row, verb)
    return {
      asking,
      close: () => setAsking(undefined),
      begin,
      remove,
      removeWhole,
      rowActs,
      bulkActs,
      nounActs,
      may,
      mayOn,
    }
  }, [noun, lens, can, asking, onRemoved])
}
export type Acts = ReturnType<typeof useActs>
