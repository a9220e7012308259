/** The rarer inputs: what is typed, dragged, pressed or picked becomes the stored value. */
import { useState, type ComponentType } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Input, Params } from '#model/row.ts'
import { Cascader, type CascadeOption } from '#console/kit/input/Cascader.tsx'
import { CheckboxGroup } from '#console/kit/input/CheckboxGroup.tsx'
import { CodeField } from '#console/kit/input/CodeField.tsx'
import { ColourField } from '#console/kit/input/ColourField.tsx'
import IconField from '#console/kit/input/IconField.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import MapPoint from '#console/kit/map/MapPoint.tsx'
import { toLngLat, toPixel } from '#console/kit/map/mercator.ts'
import PictureCrop from '#console/kit/file/PictureCrop.tsx'
import RichText from '#console/kit/richText/RichText.tsx'
import { Slider } from '#console/kit/input/Slider.tsx'
import { readTime, TimeField } from '#console/kit/input/TimeField.tsx'

const regions: readonly CascadeOption[] = [
  { id: '44', label: '广东', children: [{ id: '4403', label: '深圳', children: [{ id: '440305', label: '南山' }] }] },
  { id: '36', label: '江西', children: [{ id: '3601', label: '南昌' }] },
]

/** Holds the value of one input and shows it. */
const Fixture = ({ of: Of, start, ...rest }: { of: ComponentType<never>; start: unknown; [name: string]: unknown }) => {
  const [value, setValue] = useState(start)
  const Input = Of as unknown as ComponentType<Params>
  return (
    <KitRoot>
      <Input label={['项', 'Item']} value={value} onChange={setValue} {...rest} />
      <output className="value">{JSON.stringify(value)}</output>
    </KitRoot>
  )
}
const value = (): unknown => JSON.parse(document.querySelector('output.value')?.textContent || 'null')
const put = (of: unknown, start: unknown, rest: Input = {}) =>
  render(<Fixture of={of as ComponentType<never>} start={start} {...rest} />)

beforeEach(() => setLanguage('zh'))

test.each([
  ['830', '08:30'],
  ['8:30', '08:30'],
  ['8点30分', '08:30'],
  ['8', '08:00'],
  ['24:00', '24:00'],
  ['24:30', '24:30'],
  ['25', '25'],
  ['早上', '早上'],
])('a time of day: %s is %s', (given, meant) => {
  expect(readTime(given)).toBe(meant)
})

test('the arrows step a time by quarters and stop at the ends of the day', async () => {
  await put(TimeField, '23:40')
  await userEvent.click(page.getByRole('textbox'))
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(value()).toBe('24:00')
  await userEvent.fill(page.getByRole('textbox'), '912')
  await userEvent.tab()
  expect(value()).toBe('09:12')
})

test('a way is chosen column by column or found by its words, and cleared', async () => {
  await put(Cascader, [], { options: regions, clearable: true })
  await userEvent.click(page.getByRole('button', { name: /^项/ }))
  await userEvent.click(page.getByRole('button', { name: '广东' }))
  await userEvent.click(page.getByRole('button', { name: '深圳' }))
  expect(value()).toEqual([])
  await userEvent.click(page.getByRole('button', { name: '南山' }))
  expect(value()).toEqual(['44', '4403', '440305'])
  await expect.element(page.getByText('广东 / 深圳 / 南山')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '清空' }))
  expect(value()).toEqual([])
  await userEvent.click(page.getByRole('button', { name: /^项/ }))
  await userEvent.fill(page.getByRole('searchbox'), '昌')
  await userEvent.click(page.getByRole('button', { name: '江西 / 南昌' }))
  expect(value()).toEqual(['36', '3601'])
})

test('ticks keep the order of the options and the limit', async () => {
  await put(CheckboxGroup, [], { options: ['a', 'b', 'c'].map(id => ({ id, label: id })), limit: 2 })
  await userEvent.click(page.getByRole('checkbox', { name: 'c' }))
  await userEvent.click(page.getByRole('checkbox', { name: 'a' }))
  await userEvent.click(page.getByRole('checkbox', { name: 'b' }))
  expect(value()).toEqual(['a', 'c'])
  await expect.element(page.getByText('最多选择 2 项')).toBeVisible()
})

test('a colour of three digits becomes one of six; a proposal is one press', async () => {
  await put(ColourField, '')
  await userEvent.fill(page.getByRole('textbox', { name: '项' }), '3AF')
  await userEvent.tab()
  expect(value()).toBe('#33aaff')
  await userEvent.click(page.getByRole('button', { name: '#cf2f35' }))
  expect(value()).toBe('#cf2f35')
})

test('Tab indents program text, after Escape it leaves; JSON is set straight', async () => {
  await put(CodeField, '{"a":1}', { language: 'json' })
  await userEvent.click(page.getByRole('button', { name: '格式化' }))
  expect(value()).toBe('{\n  "a": 1\n}')
  const box = document.querySelector('textarea')!
  await userEvent.click(page.getByRole('textbox'))
  box.setSelectionRange(0, 0)
  await userEvent.keyboard('{Tab}')
  expect(value()).toBe('  {\n  "a": 1\n}')
  await userEvent.keyboard('{Escape}{Tab}')
  expect(document.activeElement).not.toBe(box)
})

test('an icon is found by its name', async () => {
  await put(IconField, undefined)
  await userEvent.click(page.getByRole('button', { name: /^项/ }))
  await userEvent.fill(page.getByRole('searchbox'), 'door-o')
  await userEvent.click(page.getByRole('button', { name: 'door-open' }))
  expect(value()).toBe('door-open')
})

test('a slider moves by keys and says its unit', async () => {
  await put(Slider, 40, { min: 0, max: 50, step: 5, unit: '%' })
  await userEvent.click(page.getByRole('slider'))
  await userEvent.keyboard('{End}{ArrowLeft}')
  expect(value()).toBe(45)
  expect(document.querySelector('input')?.getAttribute('aria-valuetext')).toBe('45 %')
})

test('formatted text is HTML, an empty one is nothing, and a link gets its scheme', async () => {
  await put(RichText, '<p>旧</p>')
  const box = page.getByRole('textbox', { name: '项' })
  await userEvent.click(box)
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}')
  expect(value()).toBe('')
  await userEvent.click(page.getByRole('button', { name: '加粗' }))
  await userEvent.keyboard('new')
  expect(value()).toBe('<p><strong>new</strong></p>')
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.click(page.getByRole('button', { name: '链接', exact: true }))
  await userEvent.fill(page.getByRole('textbox', { name: '链接地址' }), 'example.com')
  await userEvent.keyboard('{Enter}')
  expect(value()).toContain('href="https://example.com"')
  await userEvent.click(page.getByRole('button', { name: '链接', exact: true }))
  await userEvent.fill(page.getByRole('textbox', { name: '链接地址' }), 'javascript:alert(1)')
  await userEvent.keyboard('{Enter}')
  expect(value()).not.toContain('javascript')
})

const PICTURE = '/api/content/picture/AAAAAAAAAAAAAAAAAAAAAA'
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  letter => letter.charCodeAt(0),
)

test('pictures in formatted text come from a file or the clipboard, and from no other address than our own', async () => {
  const sent: string[] = []
  const sendPicture = async (file: File) => {
    sent.push(file.name)
    if (file.name.startsWith('坏')) throw new Error('图片已损坏')
    return { url: PICTURE, width: 40, height: 30 }
  }
  await put(RichText, '<p>前</p>', { sendPicture })
  const box = page.getByRole('textbox', { name: '项', exact: true })
  const input = document.querySelector<HTMLInputElement>('.rich-text input[type=file]')!
  const choose = (...files: File[]): void => {
    const data = new DataTransfer()
    for (const file of files) data.items.add(file)
    input.files = data.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  choose(new File([PNG], '坏的.png', { type: 'image/png' }), new File([PNG], '接线图.png', { type: 'image/png' }))
  await expect.poll(() => String(value())).toContain(`<img src="${PICTURE}" alt="接线图" width="40" height="30">`)
  expect(sent).toEqual(['坏的.png', '接线图.png'])

  await userEvent.click(box)
  const clipboard = new DataTransfer()
  clipboard.items.add(new File([PNG], 'image.png', { type: 'image/png' }))
  document
    .querySelector('.ProseMirror')!
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }))
  await expect.poll(() => String(value()).match(/<img/g)?.length).toBe(2)

  const foreign = new DataTransfer()
  foreign.setData('text/html', `<p>外来</p><img src="https://evil.example/x.png"><img src="${PICTURE}?x=1">`)
  document
    .querySelector('.ProseMirror')!
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: foreign, bubbles: true, cancelable: true }))
  await expect.poll(() => String(value())).toContain('外来')
  expect(String(value())).not.toMatch(/evil|x=1/)

  // A selected picture offers its alternative text for editing.
  await userEvent.click(page.getByRole('img', { name: '接线图' }).first())
  await userEvent.fill(page.getByRole('textbox', { name: '图片说明' }), '门禁接线')
  expect(String(value())).toContain('alt="门禁接线"')
})

test('a point is set by a press and moved by keys; degrees and pixels are each other’s inverse', async () => {
  const there = toLngLat(toPixel({ lng: 113.946, lat: 22.529 }, 12), 12)
  expect(there.lng).toBeCloseTo(113.946, 8)
  expect(there.lat).toBeCloseTo(22.529, 8)
  await put(MapPoint, { lng: 113.946, lat: 22.529 })
  const map = page.getByRole('application')
  await userEvent.click(map)
  const placed = value() as { lng: number; lat: number }
  expect(placed.lng).toBeCloseTo(113.946, 2)
  await userEvent.keyboard('{ArrowRight}{ArrowUp}')
  const moved = value() as { lng: number; lat: number }
  expect([moved.lng > placed.lng, moved.lat > placed.lat]).toEqual([true, true])
})

test('a point that was typed and is not in view is shown', async () => {
  const Typed = () => {
    const [at, setAt] = useState({ lng: 113.946, lat: 22.529 })
    return (
      <KitRoot>
        <button type="button" onClick={() => setAt({ lng: 2.3522, lat: 48.8566 })}>
          Paris
        </button>
        <MapPoint label={['位置', 'Place']} value={at} onChange={setAt} />
      </KitRoot>
    )
  }
  await render(<Typed />)
  const pinned = (): boolean => {
    const [pin, map] = ['.map-pin', '.map'].map(one => document.querySelector(one)!.getBoundingClientRect())
    return pin!.left > map!.left && pin!.right < map!.right && pin!.top > map!.top && pin!.bottom < map!.bottom
  }
  expect(pinned()).toBe(true)
  await userEvent.click(page.getByRole('button', { name: 'Paris' }))
  await expect.poll(pinned).toBe(true)
})

test('zooming in keeps the point that is set where it is', async () => {
  await put(MapPoint, undefined)
  const map = page.getByRole('application')
  await userEvent.click(map, { position: { x: 90, y: 60 } })
  const pinAt = (): number[] => {
    const [pin, box] = ['.map-pin', '.map'].map(one => document.querySelector(one)?.getBoundingClientRect())
    return pin && box ? [Math.round(pin.left - box.left), Math.round(pin.bottom - box.top)] : []
  }
  await expect.poll(() => pinAt().length).toBe(2)
  const [x, y] = pinAt()
  for (let step = 0; step < 4; step += 1) await userEvent.click(page.getByRole('button', { name: '放大' }))
  const [nowX, nowY] = pinAt()
  expect(Math.abs(nowX! - x!)).toBeLessThanOrEqual(2)
  expect(Math.abs(nowY! - y!)).toBeLessThanOrEqual(2)
})

test('a picture is cut to its ratio and sent as a JPEG', async () => {
  const canvas = document.createElement('canvas')
  canvas.width = 600
  canvas.height = 300
  const blob = await new Promise<Blob>(resolve => canvas.toBlob(made => resolve(made!)))
  const onDone = vi.fn<(file: File) => void>()
  await render(
    <KitRoot>
      <PictureCrop
        file={new File([blob], '正面.png', { type: 'image/png' })}
        ratio={3 / 4}
        onDone={onDone}
        onClose={() => {}}
      />
    </KitRoot>,
  )
  await expect.poll(() => document.querySelector('.picture-crop-frame img')).toBeTruthy()
  await userEvent.click(page.getByRole('button', { name: '确 定' }))
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  const file = onDone.mock.calls[0]![0]
  const cut = await createImageBitmap(file)
  expect([file.name, file.type, cut.width, cut.height]).toEqual(['正面.jpg', 'image/jpeg', 225, 300])
})
