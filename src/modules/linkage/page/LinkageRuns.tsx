/** The runs of rules: what triggered each, and the result of every action. */
import { useMemo, useState } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import type { ColumnChanges } from '#console/crud/list/columnsOf.tsx'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { linkageRun, linkageRunLens } from '../linkage.noun.ts'
import type { LinkageRun } from './linkageRow.ts'
import type { Known } from './linkageWords.ts'
import { CheckList, RUN_STATES, RunList, runSteps } from './LinkageSteps.tsx'
import './Linkage.css'

const runColumns = (known: Known, translate: (words: Words) => string): ColumnChanges<LinkageRun> => ({
  linkageName: {
    label: ['规则 / 触发', 'Rule / cause'],
    width: 236,
    render: run => (
      <span className="two">
        <b>{run.linkageName}</b>
        <small>
          {run.test
            ? translate(['测试执行', 'Test run'])
            : [run.deviceName, translate((run.cause as Words | null) ?? [run.event, run.event])]
                .filter(Boolean)
                .join(' · ')}
        </small>
      </span>
    ),
  },
  actions: {
    label: ['动作', 'Actions'],
    glow: run => JSON.stringify(run.actions.map(step => step.state)),
    render: run => runSteps({ run, known, translate }),
  },
  state: {
    label: ['结果', 'Result'],
    width: 104,
    glow: run => run.state,
    render: run => {
      const state = RUN_STATES[run.state] ?? RUN_STATES[3]!
      return (
        <span className="pill" data-tone={state.tone} data-variant={run.state === 1 ? 'plain' : 'soft'}>
          <i className="glyph" data-tone={state.tone} />
          {translate(state.word)}
        </span>
      )
    },
  },
  deviceName: { hidden: true },
  event: { hidden: true },
  test: { hidden: true },
  reason: { hidden: true },
})

export type LinkageRunsProps = { page: PageProps; known: Known }

export const LinkageRuns = ({ page, known }: LinkageRunsProps) => {
  const translate = useTranslate()
  const { appId } = page
  const [open, setOpen] = useState<LinkageRun>()
  const pieces = useMemo(
    (): LensPieces<typeof linkageRun> => ({
      columns: runColumns(known, translate),
      // A run that commands devices of this class may have been triggered by another class.
      followsAll: true,
      onOpen: run => {
        const fact = known.classes.get(run.deviceClass ?? '')?.events[run.event]
        if (!run.factId || !fact) return setOpen(run)
        const kind = fact.record === 'passage' ? 'passage' : 'event'
        navigate(`/why/${kind}/${run.factId}/${appId}`)
      },
    }),
    [known, translate, appId],
  )
  return (
    <>
      <LensPage {...page} noun={linkageRun} lens={linkageRunLens} pieces={pieces} />
      {open && (
        <Dialog
          open
          onClose={() => setOpen(undefined)}
          title={['联动记录', 'Linkage run']}
          note={open.linkageName}
          width="small"
        >
          <Stack gap={16}>
            {open.reason && <span className="bad">{open.reason}</span>}
            {open.checks.length > 0 && <CheckList run={open} translate={translate} />}
            <RunList run={open} {...{ known, translate }} />
          </Stack>
        </Dialog>
      )}
    </>
  )
}
