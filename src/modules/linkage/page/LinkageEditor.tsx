/** The editor of one rule: IF these devices report this, AND these conditions hold, THEN those devices act. */
import { useDialogDefinitions } from '#console/data/registry.ts'
import { linkage } from '../linkage.noun.ts'
import { useState } from 'react'
import { Workflow } from 'lucide-react'
import { SAVED } from '#base/listTexts.ts'
import { ADDED } from '#base/dialogTexts.ts'
import { CANCEL, DISCARD_CHANGES, SAVE } from '#base/texts.ts'
import type { DeviceClass } from '#model/device.ts'
import type { LinkageKinds } from '#model/linkage.ts'
import { useLeaveGuard } from '#console/crud/form/useLeaveGuard.ts'
import { post, put, RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { Drawer } from '#console/kit/overlay/Drawer.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Switch } from '#console/kit/input/Switch.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { LinkageIf } from './LinkageIf.tsx'
import { LinkageWhen, type Problems } from './LinkageWhen.tsx'
import { bodyOf, copyOf, draftOf, LINKAGE, type Draft, type LinkageRow } from './linkageRow.ts'
import { asksForDevice, LinkageThen } from './LinkageThen.tsx'
import { triggerProblem } from '../problems.rules.ts'
import { actionText, conditionText, triggerText, type Known } from './linkageWords.ts'
import './Linkage.css'

export type LinkageEditorProps = {
  row: LinkageRow | null
  /** A new rule starts as a copy of this one, disabled. */
  copied?: LinkageRow | undefined
  deviceClass: DeviceClass
  classes: readonly DeviceClass[]
  known: Known
  onClose: () => void
  onSaved: () => void
}

/** The nouns to which parts of rules refer, beside those of the rule itself; always the same, in one order. */
const refsOf = (kinds: LinkageKinds): readonly string[] => [
  ...new Set(
    [...kinds.triggers.values(), ...kinds.conditions.values(), ...kinds.acts.values()].flatMap(({ fields }) =>
      Object.values(fields).flatMap(field => (field.kind === 'ref' ? [field.to] : [])),
    ),
  ),
]

export const LinkageEditor = ({ row, copied, deviceClass, classes, known, onClose, onSaved }: LinkageEditorProps) => {
  useDialogDefinitions(linkage.key)
  // What acts of the platform refer to.
  for (const to of refsOf(known.kinds)) useDialogDefinitions(to)
  const translate = useTranslate()
  const [first] = useState(() => (copied ? copyOf(copied) : draftOf(row, deviceClass.key)))
  const [draft, setDraft] = useState<Draft>(first)
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const dirty = copied !== undefined || JSON.stringify(draft) !== JSON.stringify(first)
  useLeaveGuard(dirty && !busy)
  const set = (change: Partial<Draft>): void => {
    setDraft(before => ({ ...before, ...change }))
    setProblems(before =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change) && name !== 'all')),
    )
  }
  const { devices, kinds } = known
  const placed = kinds.triggers.get(draft.triggerKind)?.devices === true
  const started = triggerProblem(kinds, draft.triggerKind, {
    ...{ deviceClass: known.classes.get(draft.deviceClass ?? ''), triggerEvent: draft.triggerEvent },
    trigger: draft.trigger,
  })
  const check = (): Problems => ({
    ...(!draft.name.trim() ? { name: ['请输入规则名称', 'Enter a name'] as const } : {}),
    ...(started ? { [started.field]: started.text } : {}),
    ...(draft.actions.some(action => !action.identifier || (!action.deviceId && asksForDevice(kinds, action)))
      ? { actions: ['请为每个动作选择设备和动作', 'Choose a device and an action for each'] as const }
      : {}),
  })
  const save = async (): Promise<void> => {
    const wrong = check()
    setProblems(wrong)
    if (Object.keys(wrong).length) return
    setBusy(true)
    try {
      await (row
        ? put(LINKAGE, { ...bodyOf(draft, placed), id: row.id, rev: row.rev }, { quiet: true })
        : post(LINKAGE, bodyOf(draft, placed), { quiet: true }))
      toast.ok(row ? SAVED : ADDED)
      onSaved()
      onClose()
    } catch (error) {
      const refused = error instanceof RequestError ? error : undefined
      // The server names parts of the rule; each problem is shown at its part.
      setProblems(
        refused?.fields.length
          ? Object.fromEntries(refused.fields.map(({ field, msg }) => [field.split(/[.[]/)[0]!, msg]))
          : { all: refused?.message || (['没有保存成功，请重试', 'It was not saved. Please try again'] as const) },
      )
      setBusy(false)
    }
  }
  const cancel = async (): Promise<void> => {
    if (!dirty || (await confirm({ message: DISCARD_CHANGES, danger: true }))) onClose()
  }
  const { who, what } = triggerText(draft, known)
  const condition = conditionText(draft, known)
  const acts = draft.actions.filter(action => action.identifier).map(action => translate(actionText(action, known)))
  const shown = [
    'name',
    'deviceClass',
    'triggerEvent',
    'trigger',
    'triggerDeviceIds',
    'conditions',
    'actions',
    'silentS',
  ]
  const rest = Object.entries(problems)
    .filter(([name]) => !shown.includes(name))
    .map(([, words]) => words)
  return (
    <Drawer
      open
      wide
      onClose={onClose}
      dirty={dirty}
      title={row ? ['编辑规则', 'Edit the rule'] : ['新增规则', 'New rule']}
      icon={Workflow}
      note={row?.name}
      foot={
        <>
          <Button onPress={() => void cancel()}>{translate(CANCEL)}</Button>
          <Button variant="primary" busy={busy} onPress={() => void save()}>
            {translate(SAVE)}
          </Button>
        </>
      }
    >
      <div className="rule">
        <div className="rule-name">
          <TextField
            label={['规则名称', 'Name']}
            required
            autoFocus={!row}
            value={draft.name}
            onChange={name => set({ name })}
            maxLength={50}
            placeholder={['例如 业主刷脸降柱', 'Such as: residents lower the bollard']}
            {...(problems.name ? { error: problems.name } : {})}
          />
          <Switch checked={draft.on} onChange={on => set({ on })}>
            {translate(draft.on ? ['启用', 'On'] : ['停用', 'Off'])}
          </Switch>
        </div>
        <LinkageWhen draft={draft} set={set} problems={problems} kinds={kinds} classes={classes} devices={devices} />
        <LinkageIf draft={draft} set={set} problems={problems} kinds={kinds} classes={classes} devices={devices} />
        <LinkageThen draft={draft} set={set} problems={problems} kinds={kinds} classes={classes} devices={devices} />
        {rest.map((words, at) => (
          <Notice key={at} tone="bad">
            {translate(words)}
          </Notice>
        ))}
        <p className="rule-sentence" aria-live="polite">
          {translate(['当', 'When'])} <b>{translate(who)}</b>
          {translate(['：', ': '])}
          <b>{translate(what)}</b>
          {condition && (
            <>
              {translate(['，且', ', and '])} <b>{translate(condition)}</b>
            </>
          )}
          {translate(['，则', ', then'])}{' '}
          <b>{acts.length ? acts.join(translate(draft.mode === 1 ? ['，再', ', then '] : ['，并', ', and '])) : '…'}</b>
        </p>
      </div>
    </Drawer>
  )
}
