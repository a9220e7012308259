/** Editing in the rows of a table, of one cell or a whole row. The first problem is shown as a warning, and nothing is saved. */
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Params } from '#model/row.ts'
import type { Words } from '#console/kit/language.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

export type Draft = Readonly<Params>
/** The settings of editing in place. It must be the same object at each render. */
export type Inline<Row> = {
  /** Keys of the columns that may be edited. */
  columns: readonly string[]
  /** Whether a row cannot be edited here. */
  locked?: (row: Row) => boolean
  /** Renders the control of one cell, without a visible label. */
  input: (given: { key: string; draft: Draft; set: (name: string, value: unknown) => void }) => ReactNode
  /** Returns the first problem of the changes. */
  judge: (row: Row, changes: Draft) => Words | undefined | Promise<Words | undefined>
  /** Resolves with whether the changes were saved. */
  save: (row: Row, changes: Draft) => Promise<boolean>
}

/** `cell` is a column's key, or undefined for the whole row. */
export type Editing = {
  id: string
  cell: string | undefined
  draft: Draft
  busy: boolean
  set: (name: string, value: unknown) => void
  input: (key: string) => ReactNode
}

const patienceFrames = 60

type State<Row> = { row: Row; id: string; cell: string | undefined; changes: Draft; busy: boolean }

/** Focuses the control of the cell at `place` as soon as it is rendered. */
const useFocusInCell = (place: string | undefined, table: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    if (place === undefined) return
    // The code of the control may still be loading.
    let frames = patienceFrames
    let next = 0
    const focus = (): void => {
      const control = table.current?.querySelector<HTMLElement>('.table-editing :is(input, textarea, button)')
      if (control) control.focus()
      else if (frames-- > 0) next = requestAnimationFrame(focus)
    }
    focus()
    return () => cancelAnimationFrame(next)
  }, [place, table])
}

const hasChanged = (row: unknown, changes: Draft): boolean =>
  Object.entries(changes).some(
    ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify((row as Draft)[name] ?? null),
  )

export const useInlineEdit = <Row>(
  inline: Inline<Row> | undefined,
  rowKey: (row: Row) => string,
  table: RefObject<HTMLElement | null>,
) => {
  const [state, setState] = useState<State<Row>>()
  const latest = useRef(state)
  latest.current = state
  const begin = useCallback(
    (row: Row, cell?: string): void => {
      if (!inline || inline.locked?.(row) || (cell !== undefined && !inline.columns.includes(cell))) return
      setState({ row, id: rowKey(row), cell, changes: {}, busy: false })
    },
    [inline, rowKey],
  )
  const place = state && `${state.id} ${state.cell ?? ''}`
  useFocusInCell(place, table)
  const cancel = useCallback((): void => setState(undefined), [])
  const save = useCallback(async (): Promise<void> => {
    const now = latest.current
    if (!now || !inline || now.busy) return
    const { row, changes } = now
    if (!hasChanged(row, changes)) {
      setState(undefined)
      return
    }
    const problem = await inline.judge(row, changes)
    if (problem) {
      toast.warn(problem)
      return
    }
    setState({ ...now, busy: true })
    const saved = await inline.save(row, changes).catch(() => false)
    setState(still => (still?.id !== now.id ? still : saved ? undefined : { ...still, busy: false }))
  }, [inline])
  const set = useCallback(
    (name: string, value: unknown): void =>
      setState(now => now && { ...now, changes: { ...now.changes, [name]: value } }),
    [],
  )
  const draft = state && { ...(state.row as Draft), ...state.changes }
  const editing: Editing | undefined =
    state && draft && inline
      ? {
          id: state.id,
          cell: state.cell,
          draft,
          busy: state.busy,
          set,
          input: key => inline.input({ key, draft, set }),
        }
      : undefined
  return { editing, begin, cancel, save }
}
