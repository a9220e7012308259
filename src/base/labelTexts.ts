/** Labels of columns and inputs that belong to no noun. */
import type { Text } from './text.ts'

export const NAME: Text = ['名称', 'Name']
export const PERSON_NAME: Text = ['姓名', 'Name']
export const TYPE: Text = ['类型', 'Type']
export const REASON: Text = ['原因', 'Reason']
export const VALUE: Text = ['值', 'Value']
export const CONTENT: Text = ['内容', 'Content']
export const ITEM: Text = ['项目', 'Item']
export const PROPERTIES: Text = ['属性', 'Properties']
export const OTHER: Text = ['其他', 'Other']
export const NONE: Text = ['无', 'none']
export const AUDIT: Text = ['审计', 'Audit']
export const NEED: Text = ['要求', 'Requirement']
export const REQUIRED: Text = ['必填', 'Required']
export const OPTIONAL: Text = ['选填', 'Optional']
export const OF_THE_LINK: Text = ['链接自带', 'From the link']
export const MEANING: Text = ['含义', 'Meaning']
