/** The security policy of the organisation: who needs a second factor, and when an idle screen locks. */
import { SAVED } from '#base/outcomeTexts.ts'
import { SECOND_FACTOR } from '#base/signInTexts.ts'
import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Act } from '#console/crud/act/actsOf.ts'
import { get, RequestError } from '#console/data/request.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { MultiSelect } from '#console/kit/input/MultiSelect.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { NumberField } from '#console/kit/input/NumberField.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { readPage } from '#console/data/rows.ts'
import type { role } from '../role/role.noun.ts'

interface Policy {
  factorMode: number
  factorRoles: readonly string[]
  idleMinutes: number
}
type Mode = '0' | '1' | '2'
const modes: readonly { id: Mode; label: Words }[] = [
  { id: '0', label: ['不要求', 'Not asked for'] },
  { id: '1', label: ['指定角色', 'Some roles'] },
  { id: '2', label: ['所有人', 'Everybody'] },
]
const notes: Readonly<Record<Mode, Words>> = {
  '0': ['每个人可自行决定是否开启两步验证。', 'Each person decides for themselves.'],
  '1': [
    '拥有这些角色的人下次登录时须设置验证器，之后每次登录都要验证。',
    'Whoever has one of these roles sets up an app at the next sign-in, and uses it at each one after.',
  ],
  '2': [
    '机构内所有人下次登录时须设置验证器，包括您自己。',
    'Everybody sets up an app at the next sign-in, you included.',
  ],
}

export const PolicyDialog = ({ act, onClose }: { act: Act; onClose: () => void }) => {
  const translate = useTranslate()
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/admin/user/policy'],
    queryFn: ({ signal }) => get<Policy>('/api/admin/user/policy', undefined, { signal, quiet: true }),
    gcTime: 0,
  })
  const roles = useQuery({
    queryKey: ['/api/admin/role', 'all'],
    queryFn: ({ signal }) => readPage<typeof role>('/api/admin/role', { size: 100 }, signal),
  })
  const [policy, setPolicy] = useState<Policy>()
  const [problem, setProblem] = useState<Words>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (data) setPolicy(data)
  }, [data])
  const submit = async (): Promise<void> => {
    if (!policy) return
    if (policy.factorMode === 1 && policy.factorRoles.length === 0) {
      setProblem(['请选择角色', 'Choose roles'])
      return
    }
    setBusy(true)
    try {
      await act.run({ ...policy, factorRoles: policy.factorMode === 1 ? policy.factorRoles : [] })
      toast.ok(SAVED)
      onClose()
    } catch (failure) {
      if (!(failure instanceof RequestError && failure.shown))
        toast.error(failure instanceof RequestError ? failure.message || undefined : undefined)
    } finally {
      setBusy(false)
    }
  }
  const mode = String(policy?.factorMode ?? 0) as Mode
  return (
    <Dialog
      open
      onClose={onClose}
      title={act.label}
      onSubmit={() => void submit()}
      submitDisabled={!policy}
      busy={busy}
      dirty={JSON.stringify(policy) !== JSON.stringify(data)}
    >
      {error ? (
        <ErrorState note={error.message} onRetry={() => void refetch()} />
      ) : !policy ? (
        <Skeleton lines={5} />
      ) : (
        <Stack gap={20}>
          <Stack gap={8}>
            <b>{translate(SECOND_FACTOR)}</b>
            <Segmented
              label={SECOND_FACTOR}
              items={modes}
              value={mode}
              onChange={id => setPolicy({ ...policy, factorMode: Number(id) })}
            />
            <Notice tone={mode === '0' ? 'info' : 'warn'}>{translate(notes[mode])}</Notice>
          </Stack>
          {mode === '1' && (
            <MultiSelect
              label={['需要两步验证的角色', 'Roles that need it']}
              required
              options={(roles.data?.records ?? []).map(role => ({ id: role.id, label: role.name }))}
              value={[...policy.factorRoles]}
              onChange={chosen => {
                setProblem(undefined)
                setPolicy({ ...policy, factorRoles: chosen })
              }}
              {...(problem ? { error: problem } : {})}
            />
          )}
          <NumberField
            label={['无操作锁屏', 'Lock when idle']}
            hint={['分钟；0 表示不锁屏', 'Minutes; 0: never']}
            min={0}
            max={1440}
            value={policy.idleMinutes}
            onChange={minutes => setPolicy({ ...policy, idleMinutes: minutes ?? 0 })}
          />
        </Stack>
      )}
    </Dialog>
  )
}
