/** QR readers that post codes by HTTP and open by the answer, in both wires that are widespread. */
import { defineProtocol } from '#model/protocol.ts'
import { answerScan, QR_PATH, TIME_PATH } from './answerScan.ts'

export const protocol = defineProtocol('qrHttp', {
  label: ['HTTP（扫码）', 'HTTP (QR readers)'],
  transport: 'HTTP',
  listens: { on: 'deviceHttp', paths: { [QR_PATH]: { bodyBytes: 16 * 1024 }, [TIME_PATH]: { bodyBytes: 0 } } },
  approves: true,
  serve: () => answerScan,
})
