/** The unknown columns of a file: for each, which field it is, or that it is left out. */
import type { Text } from '#base/text.ts'
import { Select } from '#console/kit/input/Select.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'

/** By heading: the field, or null to leave it out. */
export type Chosen = Readonly<Record<string, string | null>>
/** What the server says of a file: the headings that it leaves out, those that were chosen before, and the fields they may be. */
export type UnknownColumns = {
  leftOut: readonly string[]
  chosen: readonly string[]
  choices: readonly { name: string; label: Text; required: boolean }[]
}

const OUT = '#leftOut'

export type ColumnChoicesProps = { of: UnknownColumns; value: Chosen; onChange: (chosen: Chosen) => void }

export const ColumnChoices = ({ of: { leftOut, chosen, choices }, value, onChange }: ColumnChoicesProps) => {
  const translate = useTranslate()
  const options = [
    { id: OUT, label: ['不导入', 'Leave out'] as const },
    ...choices.map(({ name, label: [zh, en], required }) => ({
      id: name,
      label: required ? ([`${zh} *`, `${en} *`] as const) : ([zh, en] as const),
    })),
  ]
  return (
    <Stack gap={12}>
      <span className="second">
        {translate([
          '这些列无法识别，请选择对应的字段，或不导入：',
          'These columns are unknown. Choose the field that each one is, or leave it out:',
        ])}
      </span>
      <div className="column-choices">
        {[...chosen, ...leftOut].map(heading => (
          <Select
            key={heading}
            label={[`文件中的“${heading}”`, `"${heading}" in the file`]}
            options={options}
            value={value[heading] ?? OUT}
            onChange={name => onChange({ ...value, [heading]: name === undefined || name === OUT ? null : name })}
          />
        ))}
      </div>
    </Stack>
  )
}
