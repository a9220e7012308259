/** GBK against the bytes of a manufacturer's document. */
import { expect, test } from 'vitest'
import { notInGbk, toGbk } from './gbk.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

test('a text is the bytes of the document', () => {
  expect(hex(toGbk('欢迎光临'))).toBe('BBB6D3ADB9E2C1D9')
  expect(hex(toGbk('粤B12345'))).toBe('D4C1423132333435')
})
test('what is encoded is decoded again', () => {
  for (const text of ['一路平安', '余位：12', 'ABC abc 123', '龘靐齉'])
    if (!notInGbk(text)) expect(new TextDecoder('gbk').decode(toGbk(text))).toBe(text)
})
test('what GBK does not have is named', () => {
  expect(notInGbk('欢迎😀光临')).toBe('😀')
  expect(() => toGbk('😀')).toThrow('GBK has no character 😀')
})
