/** The form as it will look: fields can be selected, moved by dragging or with Alt and the arrow keys, and removed. */
import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { FieldInput, isWide } from '#console/crud/form/FieldInput.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { FIELD_TYPES, type Definition, type FieldType } from '#modules/applications/definition.rules.ts'
import { previewField } from './templateRow.ts'
import { DRAGGED } from './TemplatePalette.tsx'
import type { Kind } from './useExtendedNoun.ts'

export type TemplateCanvasProps = {
  definitions: readonly Definition[]
  kind: Kind
  chosen: number | undefined
  onChoose: (at: number) => void
  onMove: (from: number, to: number) => void
  onRemove: (at: number) => void
  onAdd: (type: FieldType, at: number) => void
}
const nothing = {}
const ignore = (): void => {}

export const TemplateCanvas = ({
  definitions,
  kind,
  chosen,
  onChoose,
  onMove,
  onRemove,
  onAdd,
}: TemplateCanvasProps) => {
  const translate = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const dragged = useRef<number>(undefined)
  const [over, setOver] = useState<number>()
  const focus = (at: number): void => {
    onChoose(at)
    requestAnimationFrame(() => box.current?.querySelectorAll<HTMLElement>('.template-handle')[at]?.focus())
  }
  const onKey = (event: KeyboardEvent, at: number): void => {
    const last = definitions.length - 1
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key]
    if (step !== undefined) {
      const to = Math.min(last, Math.max(0, at + step))
      if (event.altKey && to !== at) onMove(at, to)
      focus(to)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      onRemove(at)
      if (last > 0) focus(Math.min(at, last - 1))
    } else if (event.key === 'Home' || event.key === 'End') focus(event.key === 'Home' ? 0 : last)
    else if (event.key === 'Enter' || event.key === ' ') onChoose(at)
    else return
    event.preventDefault()
  }
  const drop = (event: DragEvent, at: number): void => {
    event.preventDefault()
    event.stopPropagation()
    setOver(undefined)
    const type = event.dataTransfer.getData(DRAGGED) as FieldType | ''
    if (type) onAdd(type, at)
    else if (dragged.current !== undefined) onMove(dragged.current, at > dragged.current ? Math.max(0, at - 1) : at)
    dragged.current = undefined
  }
  const allow = (event: DragEvent, at: number): void => {
    event.preventDefault()
    event.stopPropagation()
    setOver(at)
  }
  const end = definitions.length
  return (
    <div
      ref={box}
      className="template-canvas"
      data-over={over === end || undefined}
      onDragOver={event => allow(event, end)}
      onDragLeave={() => setOver(undefined)}
      onDrop={event => drop(event, end)}
    >
      {end === 0 && (
        <Empty
          title={['从左侧选择字段', 'Choose fields on the left']}
          note={['点击添加，或拖到这里', 'Press to add one, or drag it here']}
        />
      )}
      <ol aria-label={translate(['表单字段', 'Fields of the form'])} className="template-grid">
        {definitions.map((one, at) => {
          const field = previewField(one, kind)
          const here = chosen === at
          return (
            <li
              key={one.key}
              className="template-cell"
              data-wide={isWide(field) || undefined}
              data-over={over === at || undefined}
              onDragOver={event => allow(event, at)}
              onDrop={event => drop(event, at)}
            >
              <div className="template-field" data-chosen={here || undefined} inert>
                <FieldInput field={field} name={one.key} values={nothing} onChange={ignore} />
              </div>
              <div
                role="button"
                aria-pressed={here}
                aria-label={translate([
                  `${one.label}，${FIELD_TYPES[one.type][1]}`,
                  `${one.labelEn || one.label}, ${FIELD_TYPES[one.type][2]}`,
                ])}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
                tabIndex={here || (chosen === undefined && at === 0) ? 0 : -1}
                className="template-handle"
                draggable
                onDragStart={event => {
                  dragged.current = at
                  event.dataTransfer.effectAllowed = 'move'
                  event.dataTransfer.setData('text/plain', one.label)
                  event.dataTransfer.setDragImage(event.currentTarget.parentElement!, 12, 12)
                }}
                onDragEnd={() => {
                  dragged.current = undefined
                  setOver(undefined)
                }}
                onClick={() => onChoose(at)}
                onKeyDown={event => onKey(event, at)}
              />
              {here && (
                <div className="template-acts">
                  <IconButton
                    icon={ArrowUp}
                    size="tiny"
                    label={['上移', 'Up']}
                    disabled={at === 0}
                    onPress={() => onMove(at, at - 1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    size="tiny"
                    label={['下移', 'Down']}
                    disabled={at === end - 1}
                    onPress={() => onMove(at, at + 1)}
                  />
                  <IconButton
                    icon={Trash2}
                    size="tiny"
                    variant="danger"
                    label={['移除', 'Take out']}
                    onPress={() => onRemove(at)}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
