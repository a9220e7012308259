/** The reference page of limits for anonymous clients and for one session, generated from the lists that enforce them. */
import { join } from 'node:path'
import type { LimitList } from '#server/limitList.ts'

export const LIMIT_PAGE = join(import.meta.dirname, '../../docs/reference/limits.md')

/** Markdown, Chinese then English in each row. */
export function limitReference(lists: readonly LimitList[]): string {
  const rows = lists
    .flatMap(({ of, list }) =>
      Object.entries(list).map(
        ([name, [most, unit, zh, en]]) => `| \`${of}.${name}\` | ${`${most} ${unit}`.trim()} | ${zh}<br>${en} |`,
      ),
    )
    .sort()
  return [
    '<!-- Written by `npm run reference` from every list of limits; a test fails when it is stale. -->',
    '# 限额 · Limits',
    '',
    '访客或一个会话最多能占用多少。每一项都有测试。',
    '',
    'What a stranger, or one session, may cost at most. Each of them has its test.',
    '',
    '| 名称 Name | 最多 Most | 含义 Meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
