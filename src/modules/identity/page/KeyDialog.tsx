/** Creates or edits an API key: its name, permissions, addresses and expiry. */
import { SAVED } from '#base/listTexts.ts'
import { ADDED, UPDATE } from '#base/dialogTexts.ts'
import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Fields } from '#model/field.ts'
import { FormBody } from '#console/crud/form/FormBody.tsx'
import type { InputOf, RowOf } from '#model/row.ts'
import { useForm } from '#console/crud/form/useForm.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { get, post, put, RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { Tree } from '#console/kit/table/Tree.tsx'
import { apiKey } from '../apiKey/apiKey.noun.ts'
import type { MadeKey } from './KeyOnce.tsx'

export interface Point {
  point: string
  label: string
  page: string
}
const API = apiKey.api
const FIELDS: Fields = {
  name: apiKey.fields.name,
  expiresAt: apiKey.fields.expiresAt,
  addresses: { ...apiKey.fields.addresses, wide: true },
}
/** Prefix of the names of pages, which are not permission points themselves. */
const PAGE = 'page '

const nodesOf = (points: readonly Point[]): readonly TreeNode[] =>
  [...new Set(points.map(one => one.page))].map(page => ({
    id: PAGE + page,
    label: page,
    children: points
      .filter(one => one.page === page)
      .map(one => ({ id: one.point, label: one.label, note: one.point })),
  }))

export function KeyDialog({
  row,
  onClose,
  onMade,
}: {
  row: RowOf<typeof apiKey> | undefined
  onClose: () => void
  onMade: (made: MadeKey) => void
}) {
  const translate = useTranslate()
  const start = useMemo(() => row ?? {}, [row])
  const form = useForm(FIELDS, start, row)
  const points = useQuery({
    queryKey: [API, 'points'],
    queryFn: ({ signal }) => get<readonly Point[]>(`${API}/points`, undefined, { signal, quiet: true }),
  })
  const nodes = useMemo(() => nodesOf(points.data ?? []), [points.data])
  const [checked, setChecked] = useState<ReadonlySet<string>>(() => new Set(row?.points))
  const [none, setNone] = useState<string>()
  const [busy, setBusy] = useState(false)
  const chosen = [...checked].filter(one => !one.startsWith(PAGE))
  const all = (points.data ?? []).map(one => one.point)
  const save = async (): Promise<void> => {
    const values = form.read()
    if (!values) return
    if (chosen.length === 0) return setNone(translate(['请至少选择一项权限', 'Choose at least one permission']))
    setBusy(true)
    try {
      const body = { ...start, ...values, points: chosen }
      if (row) await put(API, { id: row.id, rev: row.rev, ...pick(body) }, { quiet: true })
      else onMade(await post<MadeKey>(API, pick(body), { quiet: true }))
      toast.ok(row ? SAVED : ADDED)
      void invalidateRows(API)
      onClose()
    } catch (error) {
      const points = error instanceof RequestError ? error.fields.find(one => one.field === 'points')?.msg : undefined
      setNone(points)
      if (!points) form.refuse(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={row ? ['编辑接入密钥', 'Edit the key'] : ['新建接入密钥', 'New API key']}
      {...(row ? { note: row.name } : {})}
      onSubmit={() => void save()}
      submitDisabled={!points.data}
      submitLabel={row ? UPDATE : ['生成密钥', 'Make it']}
      busy={busy}
      dirty={form.dirty}
      footStart={
        points.data && (
          <>
            <span>{translate([`已选 ${chosen.length} / ${all.length}`, `${chosen.length} of ${all.length}`])}</span>
            <Button
              variant="quiet"
              size="small"
              onPress={() => setChecked(new Set(chosen.length === all.length ? [] : all))}
            >
              {translate(chosen.length === all.length ? ['全不选', 'None'] : ['全选', 'All'])}
            </Button>
          </>
        )
      }
    >
      <Stack gap={20}>
        <FormBody
          fields={FIELDS}
          values={form.values}
          problems={form.problems}
          onChange={form.set}
          onBlur={form.check}
          mode={row ? 'edit' : 'add'}
        />
        {none && <Notice tone="bad">{none}</Notice>}
        {points.error ? (
          <LoadError error={points.error} onRetry={() => void points.refetch()} />
        ) : points.data ? (
          <Tree
            label={['权限', 'Permissions']}
            nodes={nodes}
            opened={[]}
            checked={checked}
            onCheck={next => {
              setChecked(next)
              setNone(undefined)
            }}
            height={300}
          />
        ) : (
          <Skeleton lines={6} />
        )}
      </Stack>
    </Dialog>
  )
}

const pick = ({
  name,
  points,
  addresses,
  expiresAt,
}: Partial<InputOf<typeof apiKey>>): Partial<InputOf<typeof apiKey>> => ({ name, points, addresses, expiresAt })
