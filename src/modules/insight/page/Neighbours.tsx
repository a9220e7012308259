/** Links from one story to the previous and next ones, of the same person and of the same door, and to itself. */
import { ChevronLeft, ChevronRight, Link2 } from 'lucide-react'
import type { Text } from '#base/text.ts'
import { useClasses } from '#console/data/registry.ts'
import { Button } from '#console/kit/Button.tsx'
import { useCopy } from '#console/kit/Copyable.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { followLink } from '#console/kit/navigation.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { device } from '#modules/devices/stock/device.noun.ts'
import type { Neighbours as Pair } from '../mend.ts'
import type { Story } from './story.ts'
import './Neighbours.css'

const Ways = ({ of, pair, hrefOf }: { of: Text; pair: Pair; hrefOf: (id: string) => string }) => {
  const translate = useTranslate()
  const way = (id: string | null, words: Text, icon: typeof ChevronLeft) =>
    id === null ? (
      <span className="why-way" aria-disabled="true">
        <Icon of={icon} size={16} />
      </span>
    ) : (
      <a
        className="why-way"
        href={hrefOf(id)}
        onClick={followLink}
        aria-label={translate([of[0] + words[0], `${of[1]}: ${words[1]}`])}
      >
        <Icon of={icon} size={16} />
      </a>
    )
  return (
    <span className="why-ways">
      {way(pair.previous, ['的上一次', 'previous'], ChevronLeft)}
      <small>{translate(of)}</small>
      {way(pair.next, ['的下一次', 'next'], ChevronRight)}
    </span>
  )
}

export const Neighbours = ({ story: { subject, around }, appId }: { story: Story; appId: string | undefined }) => {
  const translate = useTranslate()
  // A door, a zone, a parking space: what the class calls this part of the device.
  const part =
    useClasses().get(subject.deviceClass)?.components[subject.component.split(':')[0] ?? '']?.label ?? device.label
  const hrefOf = (id: string): string => `/why/${subject.kind}/${id}${appId ? `/${appId}` : ''}`
  const { copied, copy } = useCopy(location.origin + hrefOf(subject.id))
  return (
    <div className="why-around">
      {around.person && <Ways of={['此人', 'Person']} pair={around.person} hrefOf={hrefOf} />}
      <Ways of={[`此${part[0]}`, part[1]]} pair={around.door} hrefOf={hrefOf} />
      <Button icon={Link2} onPress={copy}>
        {translate(copied ? ['链接已复制', 'Link copied'] : ['复制链接', 'Copy link'])}
      </Button>
    </div>
  )
}
