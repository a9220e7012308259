/** Fills a form with sample values: 模拟数据填充成功. */
import type { Fields } from '#model/field.ts'
import type { Input } from '#model/row.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

export type SampleButtonProps = { fields: Fields; onFill: (values: Input) => void }

export const SampleButton = ({ fields, onFill }: SampleButtonProps) => {
  const translate = useTranslate()
  return (
    <Button
      variant="quiet"
      onPress={() =>
        void import('#console/crud/form/sampleValues.ts').then(({ sampleValues }) => {
          onFill(sampleValues(fields))
          toast.ok(['模拟数据填充成功', 'Filled with sample data'])
        })
      }
    >
      {translate(['模拟数据', 'Sample data'])}
    </Button>
  )
}
