/** The captures of recorders: faces that passed their cameras, by channel. */
import { defineLens } from '#model/noun.ts'

export const channelCaptureLens = defineLens('channelCapture', {
  path: '/:deviceClass/capture',
  label: ['抓拍记录', 'Captures'],
  empty: [
    '录像机各通道看到的人脸，同一轨迹一条；照片到期自动删除',
    'Faces that passed the cameras of the recorders, one for each track; their pictures are removed after their period',
  ],
  of: 'deviceCapture',
  columns: ['photoFile', 'name', 'deviceName', 'component', 'sex', 'age', 'mask', 'glasses', 'quality', 'time'],
  essential: ['photoFile', 'name', 'component', 'time'],
  filters: ['time', 'deviceId', 'sex', 'age', 'mask', 'glasses'],
  wall: { picture: 'photoFile', first: true },
  live: ['fact'],
})
