/** The available types of fields: a click appends one, dragging inserts it. */
import {
  Calendar,
  ChevronsUpDown,
  Hash,
  IdCard,
  Image,
  ListChecks,
  Network,
  Paperclip,
  Phone,
  TextCursorInput,
  TextQuote,
  ToggleRight,
} from 'lucide-react'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { FIELD_TYPES, type FieldType } from '#modules/applications/definition.rules.ts'

const TYPE_ICONS: Record<FieldType, IconShape> = {
  text: TextCursorInput,
  lines: TextQuote,
  number: Hash,
  day: Calendar,
  choice: ChevronsUpDown,
  many: ListChecks,
  way: Network,
  phone: Phone,
  idCard: IdCard,
  image: Image,
  file: Paperclip,
  switch: ToggleRight,
}
export const DRAGGED = 'text/x-field-type'

export const TemplatePalette = ({ onAdd, full }: { onAdd: (type: FieldType) => void; full: boolean }) => {
  const translate = useTranslate()
  return (
    <div className="template-palette">
      {(Object.keys(FIELD_TYPES) as FieldType[]).map(type => (
        <button
          key={type}
          type="button"
          disabled={full}
          draggable={!full}
          onClick={() => onAdd(type)}
          onDragStart={event => {
            event.dataTransfer.effectAllowed = 'copyMove'
            event.dataTransfer.setData(DRAGGED, type)
          }}
        >
          <Icon of={TYPE_ICONS[type]} size={16} />
          {translate([FIELD_TYPES[type][1], FIELD_TYPES[type][2]])}
        </button>
      ))}
    </div>
  )
}
