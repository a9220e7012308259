/** Stops a list that goes on by itself, and lets it go on. */
import { Pause, Play } from 'lucide-react'
import { IconButton } from '#console/kit/IconButton.tsx'

export const PauseButton = ({ paused, pause }: { paused: boolean; pause: (paused: boolean) => void }) => (
  <IconButton
    icon={paused ? Play : Pause}
    label={paused ? ['继续更新', 'Resume'] : ['暂停更新', 'Pause']}
    onPress={() => pause(!paused)}
  />
)
