/** A delivery beside its list: how it went, each attempt, and what was sent. */
import { showInstant } from '#base/time.ts'
import type { RowOf } from '#model/row.ts'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { delivery } from '../callback.noun.ts'

const SHOWN = Object.keys(delivery.fields).filter(name => !['body', 'attempts', 'test'].includes(name))

/** JSON on lines of its own; what is none is shown as it was sent. */
const readable = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

export const DeliveryDrawer = ({ row }: { row: RowOf<typeof delivery> }) => {
  const translate = useTranslate()
  // The rows of a list come without what was sent.
  const attempts = row.attempts ?? []
  return (
    <Stack gap={20}>
      <DetailView items={detailsOf(delivery, row, SHOWN, translate)} />
      {attempts.length > 0 && (
        <DetailView
          title={['每次推送', 'Each attempt']}
          columns={1}
          items={attempts.map(({ at, status, costMs, error }) => ({
            label: showInstant(at),
            value: [
              status === null
                ? translate(['没有应答', 'No answer'])
                : translate([`应答 ${status}`, `Answer ${status}`]),
              ...(costMs === null ? [] : [translate([`${costMs} 毫秒`, `${costMs} ms`])]),
              ...(error ? [error] : []),
            ].join(' · '),
          }))}
        />
      )}
      {row.body && <CodeBlock title={delivery.fields.body.label}>{readable(row.body)}</CodeBlock>}
    </Stack>
  )
}
