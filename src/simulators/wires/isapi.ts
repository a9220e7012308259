/** Cameras that post by ISAPI what they see. */
import { IsapiCamera } from '../IsapiCamera.ts'
import { defineWire } from '../Wire.ts'

export const isapi = defineWire<IsapiCamera>('isapi', {
  switches: { auth: { what: 'how a camera proves itself', values: ['digest', 'basic'] } },
  make: ({ credentials: { deviceName, secret }, switches, ...options }) =>
    new IsapiCamera({ ...options, deviceName, secret, auth: switches.auth === 'basic' ? 'basic' : 'digest' }),
  happenings: {
    see: {
      ...{ usage: 'plate 浙A12345', what: 'something passes every camera: face, plate or body' },
      run: (camera, what, plate) =>
        camera.see(what === 'face' || what === 'plate' || what === 'body' ? what : undefined, plate || undefined),
    },
    cover: { usage: 'on', what: 'the lens of every camera; off', run: (camera, on) => camera.cover(on === 'on') },
  },
  status: ({ sent, waiting }) => ({ sent, waiting }),
})
