/** Previews of a template: the form, the list, and the import sheet. */
import { NEED, OPTIONAL, REQUIRED, TYPE } from '#base/labelTexts.ts'
import { lowered } from '#base/text.ts'
import { useMemo, useState } from 'react'
import type { Fields } from '#model/field.ts'
import { importNames } from '#model/importNames.ts'
import { columnsOf } from '#console/crud/list/columnsOf.tsx'
import { DefinedForm } from '#console/crud/form/DefinedForm.tsx'
import type { Row } from '#model/row.ts'
import { sampleValues } from '#console/crud/form/sampleValues.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { FIELD_TYPES, type Definition } from '#modules/applications/definition.rules.ts'
import { fieldName, importsFrom } from '#modules/applications/templateFields.rules.ts'
import { customOrganizationLens, organization } from '../organization.noun.ts'
import { customPersonLens, person } from '../person.noun.ts'
import { previewField } from './templateRow.ts'
import { growLens, growNoun, type Kind } from './useExtendedNoun.ts'

type Of = { definitions: readonly Definition[]; kind: Kind }
const rowKey = (row: Row): string => row.id
const DEFINED = {
  person: { noun: person, lens: customPersonLens },
  organization: { noun: organization, lens: customOrganizationLens },
} as const
const ROWS = 3

export const FormPreview = ({ definitions, kind, onClose }: Of & { onClose: () => void }) => {
  const fields = useMemo(
    (): Fields => Object.fromEntries(definitions.map(one => [fieldName(one.key), previewField(one, kind)])),
    [definitions, kind],
  )
  return (
    <Dialog open onClose={onClose} title={['表单预览', 'The form']} width="medium" foot={null}>
      <DefinedForm
        fields={fields}
        sample
        submitLabel={['校验', 'Check']}
        onSubmit={() => void toast.ok(['校验通过，未保存任何数据', 'All is right; nothing was saved'])}
      />
    </Dialog>
  )
}

export const ListPreview = ({ definitions, kind }: Of) => {
  const translate = useTranslate()
  const { noun, lens } = DEFINED[kind]
  const columns = useMemo(
    () => (noun && lens ? columnsOf(growNoun(noun, definitions, kind), growLens(lens, definitions), translate) : []),
    [noun, lens, definitions, kind, translate],
  )
  const [seed] = useState(() => Array.from({ length: ROWS }, (_, at) => String(at)))
  const rows = useMemo((): Row[] => {
    const { fields } = growNoun(noun, definitions, kind)
    return seed.map((id): Row => ({ state: 0, ...sampleValues(fields), id }))
  }, [noun, definitions, kind, seed])
  return (
    <Table
      name="templatePreview"
      label={['列表预览', 'The list']}
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      shortcuts={false}
    />
  )
}

type Column = { id: string; name: string; need: string; type: string; note: string }
const columnKey = (row: Column): string => row.id

export const ImportPreview = ({ definitions, kind }: Of) => {
  const translate = useTranslate()
  const { noun } = DEFINED[kind]
  const rows = useMemo((): Column[] => {
    const need = (required: boolean | undefined | null): string => translate(required ? REQUIRED : OPTIONAL)
    const imported = new Set(importsFrom(definitions))
    return [
      ...importNames(noun).map((name): Column => {
        const field = (noun.fields as Fields)[name]
        return {
          id: name,
          name: field
            ? translate(field.label)
            : translate([`上级${noun.label[0]}`, `Parent ${lowered(noun.label[1])}`]),
          need: need(field?.required),
          type: translate(['固有字段', 'Built in']),
          note: field?.help ? translate(field.help) : '',
        }
      }),
      ...definitions
        .filter(one => imported.has(fieldName(one.key)))
        .map((one): Column => ({
          id: fieldName(one.key),
          name: translate([one.label, one.labelEn || one.label]),
          need: need(one.required),
          type: translate([FIELD_TYPES[one.type][1], FIELD_TYPES[one.type][2]]),
          note: one.help ?? '',
        })),
    ]
  }, [noun, definitions, translate])
  const columns = useMemo(
    () => [
      { key: 'name', label: ['表头', 'Heading'] as const, render: (row: Column) => row.name },
      { key: 'need', label: NEED, width: 96, render: (row: Column) => row.need },
      { key: 'type', label: TYPE, width: 140, render: (row: Column) => row.type },
      { key: 'note', label: ['说明', 'Notes'] as const, render: (row: Column) => row.note },
    ],
    [],
  )
  return (
    <Table
      name="templateImport"
      label={['导入模板预览', 'The sheet to import with']}
      columns={columns}
      rows={rows}
      rowKey={columnKey}
      index
      shortcuts={false}
    />
  )
}
