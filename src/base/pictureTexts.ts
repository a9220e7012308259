/** Devices in the pictures of the public site and the login. */
import type { Text } from './text.ts'

export const FACE_TERMINAL: Text = ['人脸终端', 'Face terminal']
export const BOLLARDS: Text = ['升降柱', 'Bollards']
