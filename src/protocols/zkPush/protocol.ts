/** Face terminals of ZKTeco by PUSH: they upload what happens at their door, and fetch people, cards, PINs and commands. */
import { defineProtocol } from '#model/protocol.ts'
import { serveTerminals, ZK_PATH } from './answerTerminal.ts'
import { KNOWN } from './writeCommand.ts'

/** A picture in base64, or a few thousand records. */
const UPLOAD_BYTES = 2 * 1024 * 1024
/** One period and one week for the one door; a terminal has holidays of its own, and none of one person alone. */
const KEEPS = { rights: 1, spansADay: 3, closedDays: 0 } as const
/** Each person takes up to five lines of an answer. */
const MOST = 50

export const protocol = defineProtocol('zkPush', {
  label: ['HTTP（中控 PUSH）', 'HTTP (ZKTeco PUSH)'],
  transport: 'HTTP',
  listens: {
    on: 'deviceHttp',
    paths: {
      [ZK_PATH]: { bodyBytes: 64 * 1024 },
      [`${ZK_PATH}cdata`]: { bodyBytes: UPLOAD_BYTES },
      [`${ZK_PATH}querydata`]: { bodyBytes: UPLOAD_BYTES },
    },
  },
  approves: true,
  knows: KNOWN,
  holds: {
    oneRecord: true,
    sets: Object.fromEntries(['person', 'card', 'pin'].map(item => [item, { keeps: KEEPS, most: MOST }])),
  },
  serve: serveTerminals,
})
