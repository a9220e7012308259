/** Cameras that read plates at a lane and ask by HTTP. */
import { PlateCamera } from '../PlateCamera.ts'
import { defineWire } from '../Wire.ts'

export const plateHttp = defineWire<PlateCamera>('plateHttp', {
  switches: {
    charset: { what: 'how a plate camera writes', values: ['utf-8', 'gbk'] },
    unsigned: { what: 'it proves nothing but its number' },
  },
  make: ({ credentials: { deviceName, secret }, switches, ...options }) =>
    new PlateCamera({
      ...{ ...options, deviceName, charset: switches.charset === 'gbk' ? 'gbk' : 'utf-8' },
      ...(switches.unsigned ? {} : { secret }),
    }),
  happenings: {
    plate: { usage: '粤B10234', what: 'a car before every plate camera', run: (camera, plate) => camera.read(plate) },
  },
  status: ({ opened, isUp }) => ({ opened, isUp }),
})
