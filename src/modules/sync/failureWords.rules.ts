/** What the codes mean with which terminals refuse a person; devices add words of their own, in a language of their own. */
import type { Text } from '#base/text.ts'

export const failureWords: Readonly<Record<number, Text>> = {
  4101: ['照片里没有人脸', 'No face was found in the picture'],
  4102: ['照片里的脸太小，设备取不出特征', 'The face in the picture is too small for the device'],
  4103: ['照片里有多张人脸', 'There are several faces in the picture'],
  4104: ['照片质量差', 'The picture is not clear enough'],
  4130: ['设备容量已满，删除后会自动重试', 'The device is full; it is tried again after a deletion'],
  4290: ['设备忙，会自动重试', 'The device is busy; it is tried again'],
}
