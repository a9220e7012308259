/** Codes as readers send them, with what they put around a code. */
import { expect, test } from 'vitest'
import { readScan } from './readScan.ts'

const form = (code: string, after = ''): unknown =>
  readScan({
    ...{ method: 'POST', target: '/qr', header: () => undefined, address: '' },
    body: Buffer.from(`vgdecoderesult=${code}&&devicenumber=QR-1${after}`),
  })
const query = (code: string): unknown =>
  readScan({
    ...{ method: 'GET', header: () => undefined, address: '', body: Buffer.alloc(0) },
    target: `/qr?cardid=${code}&mjihao=1&cjihao=QR-1&status=11`,
  })

test.each(['\r', '\n', '\r\n', '\t', ' ', ' \r\n', '\0'])(
  'a code is the same with %j after it, in either wire',
  end => {
    const scan = { serial: 'QR-1', code: 'A1 通行 B2' }
    expect(form(`A1 通行 B2${end}`)).toMatchObject(scan)
    expect(form(`${end}A1 通行 B2`, end)).toMatchObject(scan)
    expect(form('A1 通行 B2', `${end}&&otherparams=fw=1`)).toMatchObject(scan)
    expect(query(`${encodeURIComponent('A1 通行 B2')}${encodeURIComponent(end)}`)).toMatchObject(scan)
  },
)
