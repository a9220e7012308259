/** The shapes of moving parts differ by how far they are closed, by where they go and by what is in their way, in both themes. */
import { afterEach, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { StateGlyph, type StateGlyphProps } from './StateGlyph.tsx'

const drawn = async (props: StateGlyphProps): Promise<string> => {
  const { container, unmount } = await render(
    <KitRoot>
      <StateGlyph {...props} />
    </KitRoot>,
  )
  const picture = container.querySelector('.state-glyph')!.innerHTML
  await unmount()
  return picture
}
afterEach(() => {
  delete document.documentElement.dataset.theme
})

describe.each(['lift', 'slide', 'swing', 'arm'] as const)('%s', glyph => {
  test('each way to stand is a shape of its own', async () => {
    const shapes = [
      await drawn({ glyph, closed: 0 }),
      await drawn({ glyph, closed: 50 }),
      await drawn({ glyph, closed: 100 }),
      await drawn({ glyph, closed: 50, moving: 'closing' }),
      await drawn({ glyph, closed: 50, moving: 'opening' }),
      await drawn({ glyph, closed: 50, blocked: true }),
      await drawn({ glyph: 'unknown' }),
    ]
    expect(new Set(shapes).size).toBe(shapes.length)
    for (const shape of shapes) expect(shape).not.toMatch(/NaN|undefined|Infinity/)
  })
  test('what a device states beyond its ends is drawn at its end', async () => {
    expect(await drawn({ glyph, closed: 140 })).toBe(await drawn({ glyph, closed: 100 }))
    expect(await drawn({ glyph, closed: -7 })).toBe(await drawn({ glyph, closed: 0 }))
  })
  test.each(['light', 'dark'])('what moves stands out from the page: %s', async theme => {
    document.documentElement.dataset.theme = theme
    const { container } = await render(
      <KitRoot>
        <StateGlyph glyph={glyph} closed={100} />
      </KitRoot>,
    )
    const body = container.querySelector('.state-glyph-fill, .state-glyph-bar')!
    const { fill, stroke } = getComputedStyle(body)
    const surface = document.createElement('i')
    surface.style.color = 'var(--surface)'
    document.body.append(surface)
    const page = getComputedStyle(surface).color
    surface.remove()
    expect([fill === 'none' ? stroke : fill, page].map(colour => colour.startsWith('rgb'))).toEqual([true, true])
    expect(fill === 'none' ? stroke : fill).not.toBe(page)
  })
})

test('of two leaves each is drawn as it stands; a door with one leaf has one', async () => {
  const one = await drawn({ glyph: 'swing', leaves: [0, 100] })
  expect(one).not.toBe(await drawn({ glyph: 'swing', leaves: [100, 0] }))
  expect(one).not.toBe(await drawn({ glyph: 'swing', closed: 50 }))
  expect((await drawn({ glyph: 'swing', leaves: [0] })).match(/state-glyph-bar/g)).toHaveLength(1)
})
