/** Takes a picture at the address that a device was given for it. */
import { invalidFields, Refusal } from '#model/error.ts'
import { raw } from '#server/parts.ts'
import { fillPortrait } from '../portrait/answerPortrait.server.ts'
import { fillPicture, isOffered } from './pictures.server.ts'
import { isPicture } from './pictureParams.rules.ts'

const GONE = new Refusal('not_found', {
  text: ['上传地址无效、已用过或已过期', 'The address does not exist, was used or has expired'],
})

export const uploadPicture = raw({
  method: 'PUT',
  path: '/api/device/picture/:token',
  access: 'public',
  budget: 'device',
  picture: true,
  summary: [
    '终端上传照片：正文为 JPEG 或 PNG，地址来自事件的应答，用一次即失效',
    'A device sends a picture: the body is JPEG or PNG, the address came with the reply to its event and is good once',
  ],
  async handle(ports, request, reply) {
    const { token } = request.params as { token: string }
    if (!/^[A-Za-z0-9_-]{32}$/.test(token) || !(await isOffered(ports, token))) throw GONE
    const bytes = request.body
    if (!Buffer.isBuffer(bytes) || !isPicture(bytes))
      throw invalidFields([{ field: 'body', text: ['请上传 JPEG 或 PNG 图片', 'Send a JPEG or PNG picture'] }])
    if (!((await fillPortrait(ports, token, bytes)) || (await fillPicture(ports, token, bytes)))) throw GONE
    return reply.send({ code: 0, msg: null, data: true })
  },
})
