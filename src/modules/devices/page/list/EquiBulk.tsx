/** Actions on the selected devices. */
import { SlidersHorizontal, Zap } from 'lucide-react'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'

export type EquiBulkProps = { controls: boolean; sets: boolean; onAct: (act: 'control' | 'set') => void }

export const EquiBulk = ({ controls, sets, onAct }: EquiBulkProps) => {
  const translate = useTranslate()
  return (
    <>
      {controls && (
        <Button size="small" icon={Zap} onPress={() => onAct('control')}>
          {translate(['批量控制', 'Control'])}
        </Button>
      )}
      {sets && (
        <Button size="small" icon={SlidersHorizontal} onPress={() => onAct('set')}>
          {translate(['批量参数', 'Set parameters'])}
        </Button>
      )}
    </>
  )
}
