/** Which code is in the text of a bar code or QR code. */
import { expect, test } from 'vitest'
import { codeIn } from './codeIn.ts'

test.each([
  ['YBF724060121', 'YBF724060121'],
  [' YBF724060121\r\n', 'YBF724060121'],
  ['SN:YBF724060121', 'YBF724060121'],
  ['S/N: LKA-01_2', 'LKA-01_2'],
  ['序列号：QTB219240342', 'QTB219240342'],
  ['Serial No. QTB219240342', 'QTB219240342'],
  ['MODEL:QT-B2;SN:QTB219240342;MAC:A4504695942B', 'QTB219240342'],
])('%j holds %s', (text, code) => expect(codeIn(text)).toBe(code))

test.each(['A4:50:46:A5:94:2B', 'https://portico.example.cn/deviceQrcode/b239b999', '', 'abc', 'a b', 'MISSN:1234567'])(
  '%j holds none',
  text => expect(codeIn(text)).toBeUndefined(),
)
