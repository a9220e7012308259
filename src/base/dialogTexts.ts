/** Words of dialogs, and of what they end with; the lists that open them do not fetch these. */
import type { Text } from './text.ts'

export const ADDED: Text = ['新增成功', 'Added']
export const DOWNLOAD: Text = ['下载', 'Download']
export const UNDO: Text = ['撤销', 'Undo']
export const STOP: Text = ['停止', 'Stop']
export const NO_FILE: Text = ['文件下载失败', 'The file could not be downloaded']
export const UPLOAD_FAILED: Text = ['上传失败', 'Upload failed']
export const UPDATE: Text = ['修改', 'Update']
export const FINISH: Text = ['完成', 'Done']
export const PREVIEW: Text = ['预览', 'Preview']
