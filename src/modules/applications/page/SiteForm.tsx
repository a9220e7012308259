/** The form of a site in groups, with its locations beside it; saved as one row. */
import { useMemo, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ADDED } from '#base/dialogTexts.ts'
import { DELETE, SAVED } from '#base/listTexts.ts'
import { CANCEL, SAVE } from '#base/texts.ts'
import type { Text } from '#base/text.ts'
import type { Fields } from '#model/field.ts'
import type { Input, Row, RowOf } from '#model/row.ts'
import { askRemoval, removeAtOnce } from '#console/crud/act/removing.tsx'
import { FormBody } from '#console/crud/form/FormBody.tsx'
import { initialValues } from '#console/crud/form/formValues.ts'
import { useForm } from '#console/crud/form/useForm.ts'
import { useLeaveGuard } from '#console/crud/form/useLeaveGuard.ts'
import { allows } from '#console/crud/row/rowPermissions.ts'
import { can } from '#console/data/me.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { post, put } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import { submitByKey } from '#console/kit/submitByKey.ts'
import { site } from '../site.noun.ts'
import { SiteLocations } from './SiteLocations.tsx'
import './site.css'

type Name = keyof typeof site.fields
const GROUPS: readonly (readonly [title: Text, names: readonly Name[]])[] = [
  [
    ['基本信息', 'Basics'],
    ['name', 'type', 'code', 'status', 'manager', 'phone'],
  ],
  [
    ['位置', 'Place'],
    ['province', 'city', 'district', 'address', 'position'],
  ],
  [
    ['服务', 'Service'],
    ['opens', 'servicePhone', 'spaces', 'facilities', 'pictures', 'remark'],
  ],
]
/** All fields of a group are shown: nothing is behind 更多 on a page that has room. */
const fieldsOf = (names: readonly Name[]): Fields =>
  Object.fromEntries(
    names.map(name => {
      const { rare: _, ...field } = site.fields[name] as Fields[string]
      return [name, field as Fields[string]]
    }),
  )
const ALL = fieldsOf(GROUPS.flatMap(([, names]) => names))

export function SiteForm({ appId, row }: { appId: string | undefined; row: RowOf<typeof site> | undefined }) {
  const translate = useTranslate()
  const go = useNavigate()
  const list = `/apply/siteManage/${appId}`
  const [first] = useState((): Input => (row ? { ...row } : initialValues(ALL)))
  const form = useForm(ALL, first, row as Row | undefined, `${site.key}:page:${row?.id ?? 'new'}`)
  const changes = row ? can('site:edit') && allows(site, row as Row, 'edit') : can('site:add')
  const mode = !changes ? 'view' : row ? 'edit' : 'add'
  const save = useMutation({
    mutationFn: (values: Input) =>
      row
        ? put<Row>(site.api, { ...values, id: row.id, rev: row.rev }, { quiet: true })
        : post<Row>(site.api, values, { quiet: true }),
    onSuccess: saved => {
      toast.ok(row ? SAVED : ADDED)
      void invalidateRows(site.api)
      // Its locations come next, which need the site.
      if (!row) void go({ to: '.', search: { id: saved.id } as never, replace: true })
    },
    onError: form.refuse,
  })
  useLeaveGuard(form.dirty && changes && !save.isSuccess)
  const submit = (): void => {
    const values = form.read()
    if (values && !save.isPending) save.mutate(values)
  }
  const remove = async (): Promise<void> => {
    const gone = { id: row!.id, name: row!.name ?? '' }
    if (!(await askRemoval(site, [gone]))) return
    if ((await removeAtOnce(site, [gone])).length) navigate(list)
  }
  const groups = useMemo(() => GROUPS.map(([title, names]) => ({ title, fields: fieldsOf(names) })), [])
  return (
    <Stack gap={16}>
      <PageHead
        title={row?.name ? [row.name, row.name] : ['新增站点', 'New site']}
        actions={
          row && can('site:remove') && allows(site, row as Row, 'remove') ? (
            <Button variant="danger" onPress={() => void remove()}>
              {translate(DELETE)}
            </Button>
          ) : undefined
        }
      />
      <div className="site-page">
        <form
          noValidate
          onKeyDownCapture={submitByKey}
          onSubmit={event => {
            event.preventDefault()
            submit()
          }}
        >
          <Stack gap={16}>
            {groups.map(({ title, fields }) => (
              <Card key={title[1]} title={title}>
                <FormBody
                  fields={fields}
                  values={form.values}
                  problems={Object.fromEntries(Object.entries(form.problems).filter(([name]) => name in fields))}
                  onChange={form.set}
                  onBlur={form.check}
                  mode={mode}
                />
              </Card>
            ))}
            {changes && (
              <div className="site-acts">
                <Button variant="primary" type="submit" busy={save.isPending} disabled={!form.dirty}>
                  {translate(SAVE)}
                </Button>
                <Button onPress={() => navigate(list)}>{translate(CANCEL)}</Button>
              </div>
            )}
          </Stack>
        </form>
        <SiteLocations appId={appId} site={row} />
      </div>
    </Stack>
  )
}
