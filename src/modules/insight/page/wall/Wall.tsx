/** The data centre on a large screen: dark, scaled to fill it, one scene after the other, nothing to scroll. */
import { DATA_CENTRE, DEVICES_ONLINE, OPEN_ALARMS, SITES } from '#base/boardTexts.ts'
import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Pause, Play, X } from 'lucide-react'
import { PASSAGES_TODAY, REFUSED } from '#base/figureTexts.ts'
import type { Text } from '#base/text.ts'
import { showClock } from '#base/time.ts'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { seriesOf, sum, type Overview } from '../overview.ts'
import { passagesOf } from '../periods.ts'
import type { Chosen } from '../useChosen.ts'
import { LargeAlarm, usePressingAlarm } from '#modules/devices/page/alarm/LargeAlarm.tsx'
import { DEVICES } from '#base/subjectTexts.ts'
import { BoardCell } from '../BoardCell.tsx'
import { DeviceProblems } from '../DeviceProblems.tsx'
import { HoursCell } from '../HoursCell.tsx'
import { MessagesCell } from '../MessagesCell.tsx'
import { Passages } from '../Passages.tsx'
import { SiteMap } from '../SiteMap.tsx'
import './wall.css'

/** The least size it is laid out in. On a screen of 1920 px text of 13 px is then 31 px high, to be read at five metres. */
const [WIDTH, HEIGHT] = [800, 450]
/** An upright screen, such as a phone or a pillar in a hall, has half the width: columns become rows. */
const UPRIGHT_WIDTH = 400
const UPRIGHT = 1.6
const SCENE_MS = 15_000
/** The rows that fit into the least scene, and the height of one. */
const ROWS = 6
const ROW_PX = 44
const CHART_PX = 236

interface Canvas {
  width: number
  height: number
  scale: number
  upright: boolean
}

/** The layout has the shape of the window, so that nothing beside it is left empty. */
function canvasOf(): Canvas {
  const upright = innerHeight / innerWidth >= UPRIGHT
  const scale = upright ? innerWidth / UPRIGHT_WIDTH : Math.min(innerWidth / WIDTH, innerHeight / HEIGHT)
  return { width: innerWidth / scale, height: innerHeight / scale, scale, upright }
}

function useCanvas(): Canvas {
  const [now, setNow] = useState(canvasOf)
  useEffect(() => {
    const onResize = (): void => setNow(canvasOf())
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [])
  return now
}

/** The page is dark while the wall is shown; the theme that the user chose is not changed. */
function useDark(): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    const before = root.dataset.theme
    root.dataset.theme = 'dark'
    return () => {
      if (before) root.dataset.theme = before
    }
  }, [])
}

/** Ends with Escape, and when the browser leaves full screen; the space bar pauses. */
function useKeys(onEnd: () => void, onPause: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onEnd()
      else if (event.key === ' ' && !(event.target as Element).closest('button, a')) onPause()
    }
    const onScreen = (): void => {
      if (!document.fullscreenElement) onEnd()
    }
    addEventListener('keydown', onKey)
    document.addEventListener('fullscreenchange', onScreen)
    return () => {
      removeEventListener('keydown', onKey)
      document.removeEventListener('fullscreenchange', onScreen)
    }
  }, [onEnd, onPause])
}

const SCENES = [
  { key: 'sites', label: SITES },
  { key: 'passages', label: ['人员通行', 'People'] },
  { key: 'devices', label: DEVICES },
] as const

type WallProps = { data: Overview; fresh: ReadonlySet<string>; chosen: Chosen; onEnd: () => void }

export default function Wall({ data, fresh, chosen, onEnd }: WallProps) {
  const translate = useTranslate()
  const { width, height, scale, upright } = useCanvas()
  const rows = upright ? ROWS : ROWS + Math.floor((height - HEIGHT) / ROW_PX)
  const [at, setAt] = useState(0)
  const [paused, setPaused] = useState(false)
  const pressing = usePressingAlarm()
  useDark()
  useKeys(onEnd, () => setPaused(now => !now))
  useEffect(() => {
    if (paused) return
    const timer = setInterval(() => setAt(now => (now + 1) % SCENES.length), SCENE_MS)
    return () => clearInterval(timer)
  }, [paused, at])
  return createPortal(
    <div
      className="wall"
      role="dialog"
      aria-modal="true"
      aria-label={translate(['数据中心大屏', 'Data centre on a large screen'])}
    >
      <div
        className="wall-canvas"
        data-upright={upright || undefined}
        style={{ width, height, transform: `translate(-50%, -50%) scale(${scale})` }}
      >
        <header className="wall-head">
          <h1>{translate(DATA_CENTRE)}</h1>
          <time>{showClock(Date.parse(data.asOf)).slice(0, 5)}</time>
          <nav aria-label={translate(['画面', 'Scenes'])}>
            {SCENES.map(({ key, label }, nth) => (
              <button key={key} type="button" aria-current={nth === at || undefined} onClick={() => setAt(nth)}>
                {translate(label)}
              </button>
            ))}
          </nav>
          <IconButton
            icon={paused ? Play : Pause}
            size="small"
            label={paused ? ['继续轮换', 'Continue'] : ['暂停轮换', 'Pause']}
            onPress={() => setPaused(!paused)}
          />
          <IconButton icon={X} size="small" label={['退出大屏', 'Leave the large screen']} onPress={onEnd} />
        </header>
        <LargeFigures data={data} />
        <main className="wall-scene" key={pressing?.alarm.id ?? SCENES[at]!.key}>
          {pressing ? (
            <LargeAlarm {...pressing} />
          ) : (
            <Scene name={SCENES[at]!.key} {...{ data, fresh, chosen, rows }} />
          )}
        </main>
      </div>
    </div>,
    document.body,
  )
}

/** What the user may not read is left out, as on the page. */
const LargeFigures = ({ data }: { data: Overview }) => {
  const translate = useTranslate()
  const { devices, passages, alarms } = data
  const series = seriesOf(data)
  const open = sum((alarms ?? []).map(({ n }) => n))
  const figures: readonly (readonly [label: Text, value: number, of: string, bad?: boolean])[] = [
    ...(devices ? [[DEVICES_ONLINE, devices.online, `/ ${devices.total}`] as const] : []),
    ...(passages ? [[passagesOf(data.days), sum(series.passed), ''] as const] : []),
    ...(passages ? [[REFUSED, sum(series.refused), ''] as const] : []),
    ...(alarms ? [[OPEN_ALARMS, open, '', open > 0] as const] : []),
  ]
  return (
    <dl className="wall-figures">
      {figures.map(([label, value, of, bad]) => (
        <div key={label[1]}>
          <dt>{translate(label)}</dt>
          <dd data-bad={bad || undefined}>
            {value.toLocaleString('en-US')}
            {of && <small>{of}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type SceneProps = Omit<WallProps, 'onEnd'> & { name: (typeof SCENES)[number]['key']; rows: number }

const Scene = ({ name, data, fresh, chosen, rows }: SceneProps) => {
  const translate = useTranslate()
  const series = seriesOf(data)
  const { passages, minutes, recent, worst, offline } = data
  const none = <p className="dc-empty">{translate(['没有可查看的数据', 'Nothing to show'])}</p>
  if (name === 'sites') return <SiteMap chosen={chosen} />
  if (name === 'passages')
    return (
      <>
        {passages && <HoursCell series={series} days={data.days} height={CHART_PX} />}
        {recent && (
          <BoardCell title={['实时通行', 'Passing now']}>
            <Passages rows={recent.slice(0, rows)} freshIds={fresh} />
          </BoardCell>
        )}
        {!passages && !recent && none}
      </>
    )
  return (
    <>
      {minutes && <MessagesCell minutes={series.minutes} height={CHART_PX} />}
      {(worst ?? offline) && (
        <DeviceProblems worst={worst ?? []} offline={offline ?? []} days={data.days} most={rows} />
      )}
      {!minutes && !worst && !offline && none}
    </>
  )
}
