/** Runs a rule's actions as a test: asks for the reason, then follows each action to its end. */
import { CLOSE } from '#base/texts.ts'
import { REASON_REQUIRED } from '#base/deviceTexts.ts'
import { REASON } from '#base/labelTexts.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { post } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { LINKAGE, RUNS, type LinkageRow, type LinkageRun } from './linkageRow.ts'
import { CheckList, RunList, RUN_STATES } from './LinkageSteps.tsx'
import { actionText, type Known } from './linkageWords.ts'
import { readRow } from '#console/data/rows.ts'
import type { linkageRun } from '../linkage.noun.ts'

const POLL_MS = 500

export const LinkageTest = ({
  rule,
  appId,
  known,
  onClose,
}: {
  rule: LinkageRow
  appId: string | undefined
  known: Known
  onClose: () => void
}) => {
  const translate = useTranslate()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [id, setId] = useState<string>()
  const { data: run } = useQuery({
    queryKey: [RUNS, 'view', id],
    queryFn: ({ signal }) => readRow<typeof linkageRun>(RUNS, id!, { appId }, signal),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: query => (query.state.data && query.state.data.state !== 0 ? false : POLL_MS),
  })
  const begin = async (): Promise<void> => {
    setAsked(true)
    if (!reason.trim()) return
    setBusy(true)
    try {
      setId((await post<{ id: string }>(`${LINKAGE}/${rule.id}/test`, { reason: reason.trim(), appId })).id)
    } catch {
      /* The error was already shown. */
    } finally {
      setBusy(false)
    }
  }
  const state = run && RUN_STATES[run.state]
  if (id !== undefined) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={['测试执行', 'Test run']}
        note={rule.name}
        width="small"
        foot={
          <Button variant="primary" onPress={onClose}>
            {translate(CLOSE)}
          </Button>
        }
      >
        {run && state ? (
          <Stack gap={16}>
            <div>
              <Pill tone={state.tone}>{state.word}</Pill>
              {run.reason && <span className="bad"> {run.reason}</span>}
            </div>
            {run.checks.length > 0 && <CheckList run={run} translate={translate} />}
            <RunList run={run} known={known} translate={translate} />
          </Stack>
        ) : (
          <p className="second">{translate(['正在执行…', 'Running…'])}</p>
        )}
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={['测试执行', 'Test run']}
      note={rule.name}
      width="small"
      onSubmit={() => void begin()}
      submitLabel={['执行', 'Run']}
      busy={busy}
    >
      <Stack gap={16}>
        <Notice tone="warn">
          {translate([
            '将真实执行以下动作，条件只显示结果、不拦截：',
            'This really does the following, whatever the conditions say: ',
          ])}
          {rule.actions.map(action => translate(actionText(action, known))).join(translate(['；', '; ']))}
        </Notice>
        <TextField
          label={REASON}
          required
          autoFocus
          value={reason}
          onChange={setReason}
          maxLength={100}
          {...(asked && !reason.trim() ? { error: REASON_REQUIRED } : {})}
        />
      </Stack>
    </Dialog>
  )
}
