/** What a terminal returns for a command, as the platform counts it: success, full, busy, or refused with its own number and words (appendix 1). */

export interface Result {
  code: number
  msg: string
}

/** The codes by which the platform knows what to try again. */
const [BUSY, FULL] = [4290, 4130] as const
const FULL_RETURNS = new Set([-3, -18, -106])
const BUSY_RETURNS = new Set([-601, -604, -725])

const WORDS: Readonly<Record<number, string>> = {
  [-1]: '设备不支持，或没有数据',
  [-2]: '设备没有回应',
  [-3]: '设备缓存不足',
  [-11]: '参数错误',
  [-12]: '执行错误',
  [-13]: '没有这个命令',
  [-14]: '通讯密码错误',
  [-18]: '设备没有空间',
  [-27]: '设备中没有此人',
  [-100]: '设备没有这张表',
  [-101]: '设备没有这个字段',
  [-106]: '数据过大',
  [-604]: '设备内存不够',
  [-616]: '远程常开失败',
  [-618]: '照片地址无法访问',
  [-620]: '数据格式错误',
  [-621]: '设备没有这个字段',
  [-629]: '设备没有这张表',
  [-631]: '照片长度不对',
  [-708]: '固件不支持该命令',
  [-721]: '照片下载失败',
  [-801]: '命令格式错误',
  [-1002]: '命令语法错误',
  [-1004]: '设备没有这张表',
}

function resultOf(returned: number): Result {
  if (returned >= 0) return { code: 0, msg: '' }
  const words = WORDS[returned] ?? '设备拒绝'
  const code = FULL_RETURNS.has(returned) ? FULL : BUSY_RETURNS.has(returned) ? BUSY : returned
  return { code, msg: `${words}（${returned}）` }
}

export interface Returned {
  id: string
  result: Result
  /** As it was sent: of a query, how many records. */
  returned: number
}
/** `ID=1&Return=0&CMD=DATA`, a line each; lines between them are the contents of files, which nobody asked for. */
export function readReturns(text: string): Returned[] {
  return text.split(/\r?\n/).flatMap((line): Returned[] => {
    if (!/^ID=/i.test(line)) return []
    const given = new Map([...new URLSearchParams(line)].map(([name, value]) => [name.toLowerCase(), value.trim()]))
    const [id = '', returned = ''] = [given.get('id'), given.get('return')]
    if (!/^\d{1,10}$/.test(id) || !/^-?\d{1,9}$/.test(returned)) return []
    return [{ id, returned: Number(returned), result: resultOf(Number(returned)) }]
  })
}
