/** What a device signs in with. */
import type { Text } from './text.ts'

export const SERIAL_NUMBER: Text = ['序列号', 'Serial number']
export const PRODUCT_KEY: Text = ['产品标识', 'Product key']
export const SECRET: Text = ['密钥', 'Secret']
