/** Pictures that are compared are zoomed together by keyboard; things on a plan are moved by keyboard and by dragging. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { setLanguage } from '#console/kit/language.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { FloorPlan } from '#console/kit/picture/FloorPlan.tsx'
import { PhotoPair } from '#console/kit/picture/PhotoPair.tsx'

setLanguage('zh')
const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3" width="400" height="300"/>')}`

test('both pictures are zoomed together, and 0 shows them whole; a missing one says so', async () => {
  const screen = await render(
    <KitRoot>
      <PhotoPair
        label={['照片对比', 'Compare']}
        photos={[
          { label: ['现场照', 'At the door'], src: picture },
          { label: ['底库照', 'Enrolled'], src: picture },
        ]}
      />
      <PhotoPair
        label={['照片对比', 'Compare']}
        photos={[
          { label: ['现场照', 'At the door'], src: undefined },
          { label: ['底库照', 'Enrolled'], src: undefined },
        ]}
      />
    </KitRoot>,
  )
  expect(document.querySelectorAll('.photo-none')).toHaveLength(2)
  await screen.getByRole('button', { name: '现场照 · 放大' }).click()
  await expect.poll(() => document.querySelector('.photo-compare')).toBeTruthy()
  document.querySelector<HTMLElement>('.photo-compare')!.focus()
  await userEvent.keyboard('++')
  const zooms = () => [...document.querySelectorAll<HTMLElement>('.photo-frame img')].map(one => one.style.transform)
  await expect.poll(() => zooms()[0]).toContain('scale(1.96)')
  expect(new Set(zooms()).size).toBe(1)
  expect(document.querySelector('.photo-tools output')!.textContent).toBe('196%')
  await userEvent.keyboard('0')
  await expect.poll(() => zooms()[0]).toContain('scale(1)')
})

const Plan = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const [points, setPoints] = useState([{ id: 'a', label: '大门', x: 50, y: 50, glyph: <i />, note: '在线' }])
  return (
    <div style={{ width: 400 }}>
      <FloorPlan
        label={['平面图', 'Plan']}
        src={picture}
        points={points}
        onOpen={onOpen}
        onMove={(id, x, y) => setPoints(all => all.map(one => (one.id === id ? { ...one, x, y } : one)))}
        onTake={() => setPoints([])}
      />
    </div>
  )
}
test('a thing on a plan is moved by keys and by dragging within the picture, opened by a press, and taken off', async () => {
  const opened: string[] = []
  const screen = await render(
    <KitRoot>
      <Plan onOpen={id => opened.push(id)} />
    </KitRoot>,
  )
  const point = screen.getByRole('button', { name: '大门，在线' })
  const place = (): string => (({ left, top }) => `${left} ${top}`)((point.element() as HTMLElement).style)
  ;(point.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}')
  expect(place()).toBe('51% 45%')
  await userEvent.keyboard('{Enter}')
  expect(opened).toEqual(['a'])
  const box = document.querySelector('.floor-plan')!.getBoundingClientRect()
  const at = (x: number, y: number) => ({ clientX: box.left + x, clientY: box.top + y, bubbles: true, pointerId: 1 })
  const element = point.element() as HTMLElement
  element.setPointerCapture = () => {}
  element.dispatchEvent(new PointerEvent('pointerdown', at(204, 135)))
  await expect.poll(() => element.dataset.dragged).toBe('true')
  element.dispatchEvent(new PointerEvent('pointermove', at(100, 900)))
  await expect.poll(place).toBe('25% 100%')
  element.dispatchEvent(new PointerEvent('pointerup', at(100, 900)))
  await expect.poll(() => element.dataset.dragged).toBeUndefined()
  expect(place()).toBe('25% 100%')
  element.focus()
  await userEvent.keyboard('{Delete}')
  await expect.poll(() => document.querySelector('.floor-point')).toBeNull()
})
