/** The columns of a rule: name and conditions, trigger, actions, and results. */
import { STATE } from '#base/listTexts.ts'
import type { ColumnChanges } from '#console/crud/list/columnsOf.tsx'
import type { Words } from '#console/kit/language.tsx'
import { agoText } from '#base/ago.ts'
import type { LinkageRow } from './linkageRow.ts'
import { actionText, conditionText, triggerText, type Known } from './linkageWords.ts'

const none = <span className="table-none">—</span>

export const ruleColumns = (
  known: Known,
  translate: (words: Words) => string,
  now: number,
): ColumnChanges<LinkageRow> => ({
  name: {
    label: ['规则', 'Rule'],
    width: 184,
    render: row => {
      const condition = conditionText(row, known)
      return (
        <span className="two">
          <b>{row.name}</b>
          <small>{translate(condition ?? ['无附加条件', 'No further conditions'])}</small>
        </span>
      )
    },
  },
  trigger: {
    label: ['当', 'If'],
    width: 184,
    render: row => {
      const { who, what } = triggerText(row, known)
      return (
        <span className="two">
          <b>{translate(what)}</b>
          <small>{translate(who)}</small>
        </span>
      )
    },
  },
  actions: {
    grow: 3,
    label: ['则', 'Then'],
    render: row => {
      const words = row.actions.map(action => translate(actionText(action, known)))
      return (
        <span className="two">
          <b>{words[0]}</b>
          <small>
            {words.length > 1
              ? words.slice(1).join(translate(row.mode === 1 ? [' → ', ' → '] : ['、', ', ']))
              : translate(
                  row.silentS ? [`静默 ${row.silentS} 秒`, `Silent for ${row.silentS} s`] : ['立即执行', 'At once'],
                )}
          </small>
        </span>
      )
    },
  },
  state: {
    label: STATE,
    width: 88,
    glow: row => row.state,
    render: row => {
      const held = row.state === 1 && row.heldBack
      const tone = held ? 'bad' : row.state === 1 ? 'ok' : 'off'
      return (
        <span className="pill" data-tone={tone} data-variant="plain" title={held || undefined}>
          <i className="glyph" data-tone={tone} />
          {translate(held ? ['不执行', 'Held back'] : row.state === 1 ? ['启用', 'On'] : ['停用', 'Off'])}
        </span>
      )
    },
  },
  lastRunAt: {
    label: ['最近触发', 'Last run'],
    width: 104,
    glow: row => row.lastRunAt,
    render: row =>
      row.lastRunAt ? <span className="second small">{translate(agoText(row.lastRunAt, now))}</span> : none,
  },
  okCount: {
    label: ['成功 / 失败', 'Done / failed'],
    width: 104,
    align: 'left',
    render: row => (
      <span>
        {row.okCount} <span className="third">/</span>{' '}
        <span className={row.failedCount ? 'bad' : 'third'}>{row.failedCount}</span>
      </span>
    ),
  },
  triggerKind: { hidden: true },
  nextAt: { hidden: true },
  mode: { hidden: true },
  silentS: { hidden: true },
  updatedAt: { hidden: true },
})
