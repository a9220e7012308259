/** The people or organisations of an application with the fields of its template; an application without a template gets an explanation. */
import { useMemo, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Row } from '#model/row.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { can } from '#console/data/me.ts'
import { RequestError } from '#console/data/request.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { useExtendedNoun, type Kind } from './useExtendedNoun.ts'

const RevocationNotice = lazy(async () => (await import('#console/crud/act/RevocationNotice.tsx')).RevocationNotice)
const CodeDialog = lazy(async () => (await import('./CodeDialog.tsx')).CodeDialog)
const RevealDialog = lazy(async () => (await import('./RevealDialog.tsx')).RevealDialog)

export const ExtendedPage = ({ kind, ...props }: PageProps & { kind: Kind }) => {
  const translate = useTranslate()
  const go = useNavigate()
  const { shape, extended, error, refetch } = useExtendedNoun(props, kind, props.params.templateId)
  const fields = extended?.noun.fields
  const [shown, setShown] = useState<Row>()
  const showsCodes = kind === 'person' && props.appId !== undefined && can('passCode:show')
  const pieces = useMemo(
    (): LensPieces => ({
      ...(fields
        ? { dialogs: { reveal: ({ act, onClose }) => <RevealDialog act={act} fields={fields} onClose={onClose} /> } }
        : {}),
      ...(shape?.templateId
        ? { legend: translate([`模板：${shape.name} v${shape.version}`, `Template: ${shape.name} v${shape.version}`]) }
        : {}),
      ...(showsCodes
        ? { acts: row => [{ id: 'code', label: ['出示通行码', 'Show a code'] as const, onPress: () => setShown(row) }] }
        : {}),
      // Pausing or deleting a person revokes every right: the progress of that is shown on the page where it was done.
      ...(kind === 'person' && props.appId && can('personAuth:revocations')
        ? { above: <RevocationNotice path="/api/person/auth/revocations" appId={props.appId} /> }
        : {}),
    }),
    [shape, fields, translate, kind, props.appId, showsCodes],
  )
  if (error instanceof RequestError && error.status === 404)
    return (
      <Empty
        title={['该应用没有使用此模板', 'The application does not use this template']}
        action={
          <Button
            onPress={() =>
              void go({
                to: `/apply/${kind === 'person' ? 'customPerson' : 'customOrganization'}/default/${props.appId}` as never,
              })
            }
          >
            {translate(['打开应用的模板', 'Open with its own'])}
          </Button>
        }
      />
    )
  if (error)
    return (
      <>
        <PageHead title={props.lens?.label ?? ''} />
        <LoadError error={error} onRetry={() => void refetch()} />
      </>
    )
  if (!extended || (props.appId !== undefined && !shape)) return <Skeleton lines={10} />
  return (
    <>
      <LensPage {...props} {...extended} pieces={pieces} />
      {shown && <CodeDialog appId={props.appId!} person={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
