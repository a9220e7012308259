/** Cameras that read plates and ask by HTTP: the answer opens the bar, or says why not. */
import { defineProtocol } from '#model/protocol.ts'
import { answerPlate, OPENING, PLATE_PATH } from './answerPlate.ts'

/** Two pictures in base64 and what was read. */
const BODY_BYTES = 2 * 1024 * 1024

export const protocol = defineProtocol('plateHttp', {
  label: ['HTTP（车牌识别）', 'HTTP (plate cameras)'],
  transport: 'HTTP',
  listens: { on: 'deviceHttp', paths: { [PLATE_PATH]: { bodyBytes: BODY_BYTES } } },
  approves: true,
  knows: OPENING,
  serve: () => answerPlate,
})
