/** The panes of a template: the kinds of field, the form as it is, and the properties of the chosen field. */
import { Card } from '#console/kit/layout/Card.tsx'
import { MOST_FIELDS, type Definition, type FieldType } from '#modules/applications/definition.rules.ts'
import { TemplateCanvas } from './TemplateCanvas.tsx'
import { TemplatePalette } from './TemplatePalette.tsx'
import { TemplateProperties } from './TemplateProperties.tsx'
import { moved, newDefinition, type TemplateRow } from './templateRow.ts'

type TemplatePanesProps = {
  definitions: readonly Definition[]
  kind: TemplateRow['kind']
  chosen: number | undefined
  onChoose: (at: number | undefined) => void
  /** Published before under this key, so that rows may hold values of it. */
  isKnown: (key: string) => boolean
  onChange: (definitions: readonly Definition[]) => void
}

export const TemplatePanes = ({ definitions, kind, chosen, onChoose, isKnown, onChange }: TemplatePanesProps) => {
  const current = chosen === undefined ? undefined : definitions[chosen]
  const add = (type: FieldType, at: number): void => {
    if (definitions.length >= MOST_FIELDS) return
    onChange([...definitions.slice(0, at), newDefinition(type, definitions), ...definitions.slice(at)])
    onChoose(at)
  }
  const move = (from: number, to: number): void => {
    onChange(moved(definitions, from, to))
    onChoose(to)
  }
  const remove = (at: number): void => {
    onChange(definitions.filter((_, index) => index !== at))
    onChoose(definitions.length > 1 ? Math.min(at, definitions.length - 2) : undefined)
  }
  return (
    <div className="template-panes">
      <Card title={['字段类型', 'Kinds of field']}>
        <TemplatePalette full={definitions.length >= MOST_FIELDS} onAdd={type => add(type, definitions.length)} />
      </Card>
      <Card title={['表单', 'Form']} note={['拖动或按 Alt+↑↓ 调整顺序', 'Drag, or press Alt with an arrow, to move']}>
        <TemplateCanvas
          definitions={definitions}
          kind={kind}
          chosen={chosen}
          onChoose={onChoose}
          onMove={move}
          onRemove={remove}
          onAdd={add}
        />
      </Card>
      <Card title={['属性', 'Properties']}>
        <TemplateProperties
          definition={current}
          known={current !== undefined && isKnown(current.key)}
          onChange={next => onChange(definitions.map((one, at) => (at === chosen ? next : one)))}
        />
      </Card>
    </div>
  )
}
