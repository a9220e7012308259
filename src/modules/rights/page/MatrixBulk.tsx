/** What can be done with the chosen people of the matrix; loaded when the first one is chosen. */
import { Ban, Plus, RotateCcw } from 'lucide-react'
import type { DeviceClass } from '#model/device.ts'
import type { Noun } from '#model/noun.ts'
import type { Act } from '#console/crud/act/actsOf.ts'
import { can } from '#console/data/me.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { grantAct, peopleOf, revoke, sendAgain } from './matrixActs.ts'

type MatrixBulkProps = {
  chosen: Parameters<typeof peopleOf>[0]
  noun: Noun
  deviceClass: DeviceClass
  begin: (act: Act) => void
}

export const MatrixBulk = ({ chosen, noun, deviceClass, begin }: MatrixBulkProps) => {
  const translate = useTranslate()
  const act = (run: (ids: readonly string[]) => unknown) => (): void =>
    void peopleOf(chosen).then(ids => {
      if (ids) return run(ids)
    })
  return (
    <>
      {can('personAuth:grant') && (
        <Button size="small" icon={Plus} onPress={act(ids => begin(grantAct(noun, ids)))}>
          {translate(['授权到更多门', 'Grant more doors'])}
        </Button>
      )}
      {can('personAuth:retry') && (
        <Button size="small" icon={RotateCcw} onPress={act(sendAgain)}>
          {translate(['重新下发失败', 'Send failures again'])}
        </Button>
      )}
      {can('personAuth:revoke') && (
        <Button size="small" tone="bad" icon={Ban} onPress={act(ids => revoke(ids, deviceClass))}>
          {translate(['撤销授权', 'Revoke'])}
        </Button>
      )}
    </>
  )
}
