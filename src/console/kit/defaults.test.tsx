/** The defaults of part 9 of the specification, as the widgets apply them without settings. */
import { afterEach, beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { buttonVisibility } from '#console/crud/list/buttonVisibility.ts'
import { defaultSpan } from '#console/kit/input/daySpan.ts'
import { isWide } from '#console/crud/form/FieldInput.tsx'
import { text } from '#model/field.ts'
import { Plus } from 'lucide-react'
import { Button } from '#console/kit/Button.tsx'
import { CardGrid, Tile } from '#console/kit/table/CardGrid.tsx'
import { Carousel } from '#console/kit/layout/Carousel.tsx'
import { DataTiles, type DataKind } from '#console/kit/figure/DataTiles.tsx'
import { CheckboxGroup } from '#console/kit/input/CheckboxGroup.tsx'
import { DateRange } from '#console/kit/input/DateRange.tsx'
import * as defaults from '#console/kit/defaults.ts'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import { lastDates, lastMinutes } from '#console/kit/figure/lastSpans.ts'
import { MultiSelect } from '#console/kit/input/MultiSelect.tsx'
import { Pager } from '#console/kit/table/Pager.tsx'
import { SearchForm } from '#console/kit/table/SearchForm.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import { operationsPx } from '#console/kit/table/tableLayout.ts'
import { Tree } from '#console/kit/table/Tree.tsx'
import { Upload } from '#console/kit/file/Upload.tsx'

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]
const one = (selector: string): HTMLElement => all(selector)[0]!
const wordsOf = (selector: string): string => one(selector)?.textContent?.trim() ?? ''
const kinds: readonly DataKind[] = ['display', 'card', 'info', 'tabs', 'progress', 'box', 'icons']
const lens = { key: 'x', path: '/x', label: ['', ''], of: 'x', columns: [] } as const
const always = (): boolean => true
const options = Array.from({ length: 120 }, (_, at) => ({ id: `${at}`, label: `${at}` }))
const long = Array.from({ length: 250 }, (_, at) => ({ id: `${at}` }))
const keeps = (): Promise<never> => new Promise(() => {})
const nothing: readonly { id: string }[] = []

beforeAll(() => setLanguage('zh'))
afterEach(() => setLanguage('zh'))

const Fixture = () => (
  <KitRoot>
    <Table
      name="defaults"
      label="表"
      columns={[{ key: 'id', label: '列' }]}
      rows={nothing}
      rowKey={row => row.id}
      index
      operations={() => []}
    />
    <Pager total={200} page={1} pageSize={defaults.table.pageSize} onChange={() => {}} />
    <SearchForm onClear={() => {}}>
      {['a', 'b', 'c', 'd', 'e'].map(key => (
        <i key={key} className="filter" />
      ))}
    </SearchForm>
    <Tree label="树" nodes={[{ id: 'a', label: 'a' }]} />
    <div className="plain-upload">
      <Upload label="文件" value={[]} onChange={() => {}} send={keeps} />
    </div>
    <div className="status-upload">
      <Upload label="文件" value={[]} onChange={() => {}} send={keeps} status={1} />
    </div>
    <MultiSelect label="多选" options={options} value={[]} onChange={() => {}} />
    {kinds.map(kind => (
      <DataTiles key={kind} kind={kind} label={kind} items={[{ title: kind, count: 1 }]} />
    ))}
    <CardGrid label="卡片">
      <Tile img="/favicon.svg" title="a" info="b" />
    </CardGrid>
    <div className="long">
      <Table
        name="long"
        label="长表"
        columns={[{ key: 'id', label: '列' }]}
        rows={long}
        rowKey={row => row.id}
        operations={() => [{ id: 'a', label: '查看', onPress: () => {} }]}
      />
    </div>
    <div className="ticks">
      <CheckboxGroup label="勾选" options={options} value={[]} onChange={() => {}} />
    </div>
    <div className="halves" style={{ width: 600 }}>
      <Grid>
        <i />
        <i />
      </Grid>
    </div>
    <div className="a-button">
      <Button>按钮</Button>
      <IconButton icon={Plus} label="按钮" />
    </div>
    <div className="days">
      <DateRange label="日期" value={undefined} onChange={() => {}} />
    </div>
    <Carousel label="图" items={[{ src: '/favicon.svg', title: 'a', href: '#a', target: '_blank' }]} />
  </KitRoot>
)

/** The parts of the pager, in the order in which they are rendered. */
const pagerParts = (): string[] =>
  all('.pager > .pager-total, .pager > .pager-size, .pager-pages > button, .pager > .pager-jump').flatMap(
    (part, at, list) => {
      if (part.matches('.pager-total')) return ['total']
      if (part.matches('.pager-size')) return ['sizes']
      if (part.matches('.pager-jump')) return ['jumper']
      if (part.getAttribute('aria-label') === '上一页') return ['prev']
      if (part.getAttribute('aria-label') === '下一页') return ['next']
      return list[at - 1]?.matches('.pager-page') ? [] : ['pager']
    },
  )

test('each default', async () => {
  await render(<Fixture />)
  const places = Object.fromEntries(
    kinds.map((kind, at) => [kind, 24 / Number(all('.data-tiles')[at]!.style.getPropertyValue('--places'))]),
  )
  const shown = buttonVisibility(lens, always)
  const table: readonly (readonly [what: string, is: unknown, should: unknown])[] = [
    ['view is off', defaults.table.buttons.view, false],
    ['seven buttons are on', Object.values(defaults.table.buttons).filter(Boolean).length, 7],
    [
      'edit, add, print, delete, refresh, column, search',
      (['edit', 'add', 'print', 'delete', 'refresh', 'column', 'search'] as const).map(shown),
      Array(7).fill(true),
    ],
    [
      'a button said to be false is hidden',
      buttonVisibility({ ...lens, buttons: { print: false } }, always)('print'),
      false,
    ],
    ['a button without its permission is hidden', buttonVisibility(lens, verb => verb !== 'remove')('delete'), false],
    ['operations 240', [operationsPx, all('.table colgroup col').at(-1)!.style.width], [240, '240px']],
    ['index #', wordsOf('.table-th.table-index'), '#'],
    ['empty text', wordsOf('.table-refresh'), '暂无数据，点击刷新'],
    ['table width 100 %', one('.table-grid').clientWidth >= one('.table-scroll').clientWidth, true],
    ['page size 10', (one('.pager select') as HTMLSelectElement).value, '10'],
    [
      'page sizes',
      all('.pager select option').map(option => Number((option as HTMLOptionElement).value)),
      [10, 20, 30, 40, 50, 100],
    ],
    ['pager layout', pagerParts(), ['total', 'sizes', 'prev', 'pager', 'next', 'jumper']],
    ['filters fold beyond four', all('.search-form .filter').length, 4],
    [
      'a long table leaves 300 px of the window',
      getComputedStyle(one('.long .table-scroll')).maxHeight,
      `${innerHeight - 300}px`,
    ],
    ['tree 380', one('.tree-scroll').style.maxHeight, '380px'],
    ['a tree, a list and ticks of many are searched', all('.tree input, .ticks input[type=search]').length, 2],
    ['upload 3', wordsOf('.plain-upload .upload-add small'), '0 / 3'],
    ['upload 99 with a status', wordsOf('.status-upload .upload-add small'), '0 / 99'],
    [
      'carousel items: src, title, href, target',
      [one('.carousel a').getAttribute('href'), one('.carousel a').getAttribute('target'), wordsOf('.carousel-title')],
      ['#a', '_blank', 'a'],
    ],
    ['gutter 20', one('.data-tiles').style.getPropertyValue('--gutter-px'), '20px'],
    ['spans of 24', places, { display: 6, card: 6, info: 6, tabs: 8, progress: 8, box: 8, icons: 4 }],
    [
      'a card spans 8, gutter 20',
      [one('.card-grid').style.getPropertyValue('--places'), getComputedStyle(one('.card-grid')).columnGap],
      ['3', '20px'],
    ],
    [
      'card props: img, title, info',
      [one('.tile-img').getAttribute('src'), wordsOf('.tile-title'), wordsOf('.tile-note')],
      ['/favicon.svg', 'a', 'b'],
    ],
    [
      'data-card colours',
      ['color', 'backgroundColor', 'boxShadow'].map(name => one('.data-tile[data-kind="card"]').style[name as 'color']),
      ['rgb(255, 255, 255)', 'rgb(46, 50, 63)', 'rgb(46, 50, 63) 0px 0px 0px 1px inset'],
    ],
    ['a field takes 12 of 24', getComputedStyle(one('.halves .grid-cells')).gridTemplateColumns.split(' ').length, 2],
    [
      'what is wide takes the whole row',
      [isWide(text(['', ''])), isWide(text(['', ''], { wide: true }))],
      [false, true],
    ],
    ['accent', getComputedStyle(document.documentElement).getPropertyValue('--accent').trim(), 'rgb(63, 161, 255)'],
    [
      'size medium',
      [one('.a-button .button').dataset.size, one('.a-button .icon-button').dataset.size],
      ['medium', 'medium'],
    ],
    ['menu type button', getComputedStyle(one('.table-acts[data-menu="button"]')).display, 'flex'],
    ['quick dates', all('.days label').map(label => label.textContent), ['今天', '昨天', '近7天', '全部']],
    ['30 days', (Date.parse(defaultSpan().to) - Date.parse(defaultSpan().from)) / 86_400_000 + 1, 30],
    ['31 minutes, 31 days', [lastMinutes().length, lastDates().length], [31, 31]],
  ]
  for (const [what, is, should] of table) expect.soft(is, what).toEqual(should)
})
