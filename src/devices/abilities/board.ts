/** A board of lines: it shows its programmes by their time plans, and a temporary text before them. */
import type { Ability } from '#model/device.ts'
import { choice, integer, text } from '#model/field.ts'

export const BOARD_COLORS = { red: [1, '红', 'Red'], green: [2, '绿', 'Green'], yellow: [3, '黄', 'Yellow'] } as const
export const BOARD_MODES = {
  still: [0, '静止', 'Still'],
  left: [1, '左移', 'Moves left'],
  up: [2, '上移', 'Moves up'],
  blink: [3, '闪烁', 'Blinks'],
} as const
/** Of a board: it shows every text in the same colour. */
export const ONE_COLOUR = 1
/** Of one line, in GBK: 16 characters of two bytes. */
export const LINE_BYTES = 32
export const MOST_LINES = 4

const WORK = { ttlS: 60, offline: 'refuse', risk: 'none', lane: 'work' } as const
const SHOWN = { ttlS: 15, offline: 'refuse', risk: 'none', lane: 'now', atHand: true } as const

/** Texts on a board: in its characters, and without forbidden words. */
const PUBLIC = { gbk: true, screened: true } as const

export const board: Ability = {
  name: 'board',
  properties: {
    rows: { field: integer(['行数', 'Rows'], { min: 1, max: 8 }), access: 'r' },
    cols: { field: integer(['每行字数', 'Characters a row'], { min: 1, max: 64 }), access: 'r' },
    color: {
      field: choice(['颜色', 'Colours'], {
        one: [ONE_COLOUR, '单色', 'One'],
        two: [2, '双色', 'Two'],
        all: [3, '全彩', 'All'],
      }),
      access: 'r',
    },
    brightness: { field: integer(['亮度', 'Brightness'], { min: 0, max: 100, unit: '%' }), unit: '%', access: 'rw' },
    volume: { field: integer(['音量', 'Volume'], { min: 0, max: 100, unit: '%' }), unit: '%', access: 'rw' },
    current: { field: text(['当前内容', 'Shown now'], { max: 200, example: '欢迎光临' }), access: 'r' },
    programmeVersion: { field: text(['节目版本', 'Programme version'], { mono: true, max: 64 }), access: 'r' },
  },
  look: {
    label: ['显示', 'Shown'],
    states: [{ when: {}, glyph: 'screen', tone: 'quiet', word: 'current', facts: [] }],
    legend: [
      { glyph: 'screen', word: ['正在显示', 'Showing'] },
      { glyph: 'unknown', word: ['未知', 'Unknown'] },
    ],
  },
  commands: {
    show: {
      label: ['临时显示', 'Show a text'],
      input: {
        text: text(['内容', 'Text'], { required: true, max: 64, example: '请走 2 号门', ...PUBLIC }),
        color: choice(['颜色', 'Colour'], BOARD_COLORS),
        mode: choice(['方式', 'Motion'], BOARD_MODES),
        seconds: integer(['时长', 'Duration'], { required: true, min: 1, max: 600, unit: 's' }),
        voice: text(['语音', 'Voice'], { max: 64, example: '欢迎光临', ...PUBLIC }),
      },
      // A text that moves may be longer than the board.
      fits: { param: 'text', rows: 'rows', cols: 'cols', unless: { param: 'mode', is: BOARD_MODES.left[0] } },
      ...SHOWN,
    },
    play: {
      label: ['播报', 'Say'],
      input: { text: text(['内容', 'Text'], { required: true, max: 64, example: '一路平安', ...PUBLIC }) },
      ...SHOWN,
      inert: true,
    },
    syncSpace: {
      label: ['余位', 'Free spaces'],
      input: {
        total: integer(['总车位', 'Spaces'], { required: true, min: 0, max: 99_999 }),
        remain: integer(['余位', 'Free'], { required: true, min: 0, max: 99_999 }),
      },
      ...SHOWN,
    },
    showQr: {
      label: ['显示二维码', 'Show a QR code'],
      input: {
        url: text(['地址', 'Address'], { required: true, max: 255, example: 'https://…/pay/8120' }),
        seconds: integer(['时长', 'Duration'], { required: true, min: 1, max: 600, unit: 's' }),
      },
      ...SHOWN,
    },
    // The whole list: what is not in it is no longer shown.
    setProgramme: { label: ['下发节目', 'Send programmes'], input: {}, ...WORK },
    getProgramme: { label: ['读取节目', 'Read programmes'], input: {}, ...WORK },
  },
  holds: [
    {
      kind: 'document',
      document: 'programme',
      put: { command: 'setProgramme', content: 'programmes', version: 'version' },
      readBack: { command: 'getProgramme', version: 'version' },
    },
  ],
}
