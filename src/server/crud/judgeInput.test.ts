/** Formatted text keeps its words and loses everything that could run as code, at any place in the input. */
import { describe, expect, test } from 'vitest'
import { group, list, rich, text } from '#model/field.ts'
import { cleanMarkup } from './cleanMarkup.ts'
import { judgeInput } from './judgeInput.ts'

describe('active content is removed', () => {
  test.each([
    ['<p>好<script>alert(1)</script></p>', '<p>好</p>'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<img src="https://evil.example/x.png">a', 'a'],
    ['<img src="/api/admin/sys-file/AAAAAAAAAAAAAAAAAAAAAA">a', 'a'],
    ['<img src="/api/content/picture/../../auth/oauth/token">a', 'a'],
    ['<img src="/api/content/picture/AAAAAAAAAAAAAAAAAAAAAA?x">a', 'a'],
    ['<img src="//evil.example/api/content/picture/AAAAAAAAAAAAAAAAAAAAAA">a', 'a'],
    ['<img srcset="https://evil.example/x.png 2x">a', 'a'],
    [
      '<img src="/api/content/picture/AAAAAAAAAAAAAAAAAAAAAA" onload=x() width="9e9" height="40" style="position:fixed">',
      '<img src="/api/content/picture/AAAAAAAAAAAAAAAAAAAAAA" height="40" />',
    ],
    ['<a href="javascript:alert(1)">a</a>', '<a target="_blank" rel="noopener noreferrer nofollow">a</a>'],
    ['<a href="JaVa&#x09;Script:alert(1)">a</a>', '<a target="_blank" rel="noopener noreferrer nofollow">a</a>'],
    ['<a href="//evil.example">a</a>', '<a target="_blank" rel="noopener noreferrer nofollow">a</a>'],
    ['<p style="background:url(javascript:1)" onclick="x()">a</p>', '<p>a</p>'],
    ['<svg><script>alert(1)</script></svg>a', 'a'],
    ['<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>', ''],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>a', 'a'],
    ['<img src="data:image/svg+xml,<svg onload=alert(1)>">a', 'a'],
    ['<p>a<!-- b --></p><style>p{}</style>', '<p>a</p>'],
    ['<object data="x"></object><embed src="x"><base href="//x"><meta http-equiv="refresh">a', 'a'],
    ['<scr<script>ipt>alert(1)</script>', ''],
  ])('%s', (given, kept) => {
    const cleaned = cleanMarkup(given)
    expect(cleaned).not.toMatch(/script|onerror|onclick|onload|javascript|style|<svg|<math|<iframe|data:/i)
    if (kept !== '') expect(cleaned).toBe(kept)
    expect(cleanMarkup(cleaned)).toBe(cleaned)
  })
})

test('headings, lists, quotes, code, links and pictures stay as they were written', () => {
  const html =
    '<h2>一</h2><p><strong>粗</strong><em>斜</em><u>线</u><s>删</s></p><ul><li><p>项</p></li></ul><blockquote><p>引</p></blockquote><pre><code>a &lt; b</code></pre><img src="/api/content/picture/AAAAAAAAAAAAAAAAAAAAAA" alt="图" width="640" height="480" />'
  expect(cleanMarkup(html)).toBe(html)
})

test('inside lists and groups too; what is no markup stays as it is', () => {
  const bad = '<p onclick="x()">好</p>'
  const fields = {
    title: text(['标题', 'Title']),
    body: rich(['正文', 'Text']),
    parts: list(['段落', 'Parts'], { body: rich(['正文', 'Text']) }, { max: 3 }),
    more: group(['更多', 'More'], { body: rich(['正文', 'Text']) }),
  }
  expect(judgeInput(fields, { title: '<b>', body: bad, parts: [{ body: bad }], more: { body: bad } })).toEqual({
    ok: { title: '<b>', body: '<p>好</p>', parts: [{ body: '<p>好</p>' }], more: { body: '<p>好</p>' } },
  })
})

test('of a text that had to be written something must be left', () => {
  const judged = judgeInput({ body: rich(['正文', 'Text'], { required: true }) }, { body: '<script>alert(1)</script>' })
  expect('problems' in judged && judged.problems[0]).toEqual({
    field: 'body',
    text: ['请输入正文', 'Text is required'],
  })
})
