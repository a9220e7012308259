/** Cameras and recorders that post by ISAPI what they see; they carry no commands. */
import { defineProtocol } from '#model/protocol.ts'
import { answerReports, ISAPI_PATH } from './answerReport.ts'

/** A report with the pictures of several faces and their scene. */
const BODY_BYTES = 8 * 1024 * 1024

export const protocol = defineProtocol('isapi', {
  label: ['ISAPI（海康监听）', 'ISAPI (Hikvision listening)'],
  transport: 'HTTP',
  listens: { on: 'deviceHttp', paths: { [ISAPI_PATH]: { bodyBytes: BODY_BYTES } } },
  approves: false,
  knows: [],
  serve: answerReports,
})
