/** The editor of one template: palette, canvas and properties; previews of the result; draft, versions and publishing. */
import { PREVIEW } from '#base/dialogTexts.ts'
import { useCallback, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Eye } from 'lucide-react'
import type { Noun } from '#model/noun.ts'
import type { Input } from '#model/row.ts'
import { useLeaveGuard } from '#console/crud/form/useLeaveGuard.ts'
import { can } from '#console/data/me.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { post, put, RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import type { Definition } from '#modules/applications/definition.rules.ts'
import { judgeDefinitions } from '#modules/applications/template.rules.ts'
import { PublishDialog } from './PublishDialog.tsx'
import { FormPreview, ImportPreview, ListPreview } from './TemplatePreviews.tsx'
import { loadTemplate, TEMPLATES, type TemplateRow, type Version } from './templateRow.ts'
import { TemplateVersions } from './TemplateVersions.tsx'
import { TemplatePanes } from './TemplatePanes.tsx'
import './template.css'

type Tab = 'form' | 'list' | 'import' | 'versions'
export type TemplateEditorProps = { id: string; noun: Noun; onLeave: () => void }

export const TemplateEditor = (props: TemplateEditorProps) => {
  const { data, error, refetch } = useQuery({
    queryKey: [TEMPLATES, 'editor', props.id],
    queryFn: ({ signal }) => loadTemplate(props.id, signal),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  if (error && !data) return <ErrorState onRetry={() => void refetch()} />
  return data ? <Workshop {...props} first={data} /> : <Skeleton lines={12} />
}

const Workshop = ({ noun, onLeave, first }: TemplateEditorProps & { first: TemplateRow }) => {
  const translate = useTranslate()
  const [row, setRow] = useState(first)
  const [definitions, setDefinitions] = useState<readonly Definition[]>(first.fields)
  const [chosen, setChosen] = useState<number | undefined>(first.fields.length ? 0 : undefined)
  const [tab, setTab] = useState<Tab>('form')
  const [busy, setBusy] = useState(false)
  const [previewing, setPreviewing] = useState(false)
  const [publishing, setPublishing] = useState(false)
  const dirty = JSON.stringify(definitions) !== JSON.stringify(row.fields)
  const broken = judgeDefinitions(definitions)
  const edits = can(`${noun.key}:edit`)
  useLeaveGuard(dirty)

  /** Returns whether the current state is saved as the draft. */
  const save = async (): Promise<boolean> => {
    if (!dirty) return true
    setBusy(true)
    try {
      const saved = await put<TemplateRow>(TEMPLATES, { id: row.id, rev: row.rev, fields: definitions })
      setRow(saved)
      setDefinitions(saved.fields)
      void invalidateRows(TEMPLATES)
      return true
    } catch (error) {
      if (error instanceof RequestError && !error.shown) toast.error(error.message || undefined)
      return false
    } finally {
      setBusy(false)
    }
  }
  const leave = async (): Promise<void> => {
    if (!dirty || (await confirm({ message: ['改动尚未保存，确定离开吗？', 'Leave without saving?'], danger: true })))
      onLeave()
  }
  const restore = useCallback((version: Version): void => {
    setDefinitions(version.fields)
    setChosen(0)
    setTab('form')
    toast.ok([
      `已取回 v${version.version}，保存后成为草稿`,
      `v${version.version} is here; save it to make it the draft`,
    ])
  }, [])
  const publish = async (values: Readonly<Input>): Promise<void> => {
    const saved = await post<TemplateRow>(`${TEMPLATES}/${row.id}/publish`, values, { quiet: true })
    setRow(saved)
    setDefinitions(saved.fields)
    void invalidateRows(TEMPLATES)
  }

  const shared = { definitions, kind: row.kind }
  return (
    <div className="template-page">
      <PageHead
        title={row.name}
        aside={<TemplateState row={row} dirty={dirty} />}
        actions={
          <>
            <IconButton icon={ArrowLeft} label={['返回列表', 'Back to the list']} onPress={() => void leave()} />
            <Button icon={Eye} disabled={definitions.length === 0} onPress={() => setPreviewing(true)}>
              {translate(PREVIEW)}
            </Button>
            {edits && (
              <Button
                busy={busy}
                disabled={!dirty || broken !== null}
                onPress={() => void save().then(ok => ok && toast.ok(['已保存草稿', 'Draft saved']))}
              >
                {translate(['保存草稿', 'Save the draft'])}
              </Button>
            )}
            {can(`${noun.key}:publish`) && (
              <Button
                variant="primary"
                disabled={broken !== null || definitions.length === 0}
                onPress={() => void save().then(ok => ok && setPublishing(true))}
              >
                {translate(['发布', 'Publish'])}
              </Button>
            )}
          </>
        }
      />
      {broken && <Notice tone="warn">{translate(broken)}</Notice>}
      <Tabs<Tab>
        label={['模板', 'Template']}
        value={tab}
        onChange={setTab}
        items={[
          { id: 'form', label: ['表单', 'Form'], count: definitions.length },
          { id: 'list', label: ['列表', 'List'] },
          { id: 'import', label: ['导入模板', 'Import sheet'] },
          { id: 'versions', label: ['历史版本', 'Versions'] },
        ]}
      />
      {tab === 'form' && (
        <TemplatePanes
          {...shared}
          chosen={chosen}
          onChoose={setChosen}
          isKnown={key => row.version > 0 && row.fields.some(one => one.key === key)}
          onChange={setDefinitions}
        />
      )}
      {tab === 'list' && (
        <Card flush grow>
          <ListPreview {...shared} />
        </Card>
      )}
      {tab === 'import' && (
        <Card flush grow>
          <ImportPreview {...shared} />
        </Card>
      )}
      {tab === 'versions' && (
        <Card flush grow>
          <TemplateVersions key={row.version} id={row.id} onRestore={restore} />
        </Card>
      )}
      {previewing && <FormPreview {...shared} onClose={() => setPreviewing(false)} />}
      {publishing && (
        <PublishDialog
          act={{ name: 'publish', label: ['发布', 'Publish'], subject: row.name, row, run: publish }}
          onClose={() => setPublishing(false)}
        />
      )}
    </div>
  )
}

/** Whether it is in use, and what of it is not saved or not published. */
const TemplateState = ({ row, dirty }: { row: TemplateRow; dirty: boolean }) => {
  const translate = useTranslate()
  return (
    <Row gap={8}>
      <Pill tone={row.state === 1 ? 'ok' : row.state === 2 ? 'off' : 'unknown'}>
        {row.state === 0 ? ['草稿', 'Draft'] : row.state === 1 ? ['启用', 'In use'] : ['停用', 'Retired']}
      </Pill>
      {row.version > 0 && <span className="third mono">v{row.version}</span>}
      {(dirty || row.changed === 1) && (
        <span className="third">
          {translate(dirty ? ['未保存', 'Not saved'] : ['有未发布的改动', 'Not published yet'])}
        </span>
      )}
    </Row>
  )
}
