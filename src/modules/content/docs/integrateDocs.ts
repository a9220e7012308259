/** Integration: the API, and what the platform calls. */
import type { SeededDoc } from './seededDoc.ts'

export const integrateDocs: readonly SeededDoc[] = [
  {
    slug: 'api-conventions',
    dir: 'integrate',
    title: ['API 约定', 'Conventions of the API'],
    summary: ['信封、分页、appId、幂等键和错误', 'Envelope, pages, appId, idempotency and errors'],
    html: [
      `<p>控制台用的就是这套 API，说明见 <a href="/api/docs">/api/docs</a>，机器可读的定义见 <code>/api/openapi.json</code>（OpenAPI 3.1）。</p>
<h2>信封</h2><p>所有应答都是 <code>{"code":0,"msg":null,"data":…}</code>。<code>code</code> 不为 0 时 <code>msg</code> 说明原因，<code>data.fields</code> 逐一列出有误的字段。</p>
<h2>分页</h2><p>请求带 <code>current</code> 与 <code>size</code>（最多 100），应答为 <code>{records,total,size,current,pages}</code>。</p>
<h2>应用</h2><p>应用内的接口带 <code>appId</code>；查询与正文都带时必须一致，不属于自己的应用答 403。</p>
<h2>重试</h2><p>写操作可带 <code>Idempotency-Key</code>（最多 255 个字符）：同键同内容得到同样的应答，同键不同内容答 409。</p>
<h2>编号与时间</h2><p>编号是字符串；时间是 UTC 的 RFC 3339；金额以分为单位。</p>`,
      `<p>The console uses the same API. It is described at <a href="/api/docs">/api/docs</a>, for machines at <code>/api/openapi.json</code> (OpenAPI 3.1).</p>
<h2>Envelope</h2><p>Every answer is <code>{"code":0,"msg":null,"data":…}</code>. When <code>code</code> is not 0, <code>msg</code> says why and <code>data.fields</code> names each wrong field.</p>
<h2>Pages</h2><p>Ask with <code>current</code> and <code>size</code> (at most 100); the answer is <code>{records,total,size,current,pages}</code>.</p>
<h2>Applications</h2><p>Calls inside an application carry <code>appId</code>; in query and body it must be the same, and one that is not yours answers 403.</p>
<h2>Trying again</h2><p>A write may carry an <code>Idempotency-Key</code> (at most 255 characters): the same key and content answer the same, other content answers 409.</p>
<h2>Ids and times</h2><p>Ids are strings; times are RFC 3339 in UTC; money is in fen.</p>`,
    ],
  },
  {
    slug: 'verify-callbacks',
    dir: 'integrate',
    title: ['接收并验证回调', 'Receive and verify callbacks'],
    summary: ['Standard Webhooks 签名、重试与重发', 'Signatures of Standard Webhooks, retries, sending again'],
    html: [
      `<p>回调是一次 POST，正文为 CloudEvents，签名遵循 Standard Webhooks：<code>webhook-id</code>、<code>webhook-timestamp</code>、<code>webhook-signature</code>。</p>
<h2>验证</h2>
<pre><code>import { Webhook } from 'standardwebhooks'
const event = new Webhook(process.env.SECRET).verify(body, request.headers)</code></pre>
<p>请用原始正文验证，再解析 JSON。更换密钥后 24 小时内新旧两个签名同时存在。</p>
<h2>应答与重试</h2>
<p>15 秒内答 2xx 即为送达。否则按 5 秒、5 分、30 分、2 小时、5 小时、10 小时、14 小时、20 小时、24 小时重试，共 10 次；答 410 立即停用。同一事件的 <code>webhook-id</code> 不变，请以它去重。一个地址变慢或失效不影响其他地址。</p>
<h2>重发</h2><p>推送记录保留 30 天，可逐条或按时间段重发。</p>`,
      `<p>A callback is a POST with a CloudEvent, signed as Standard Webhooks has it: <code>webhook-id</code>, <code>webhook-timestamp</code>, <code>webhook-signature</code>.</p>
<h2>Verify</h2>
<pre><code>import { Webhook } from 'standardwebhooks'
const event = new Webhook(process.env.SECRET).verify(body, request.headers)</code></pre>
<p>Verify the raw body, then parse it. For 24 hours after a change of the secret both sign.</p>
<h2>Answers and retries</h2>
<p>2xx within 15 s is delivered. Otherwise it is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, ten times in all; 410 switches the callback off. <code>webhook-id</code> stays the same for an event: use it to find doubles. A slow or dead address delays no other.</p>
<h2>Again</h2><p>Deliveries are kept for 30 days and can be sent again, one or a range.</p>`,
    ],
  },
]
