/** Integration: the API, and the callbacks of the platform. */
import type { SeededDoc } from './seededDoc.ts'

export const integrateDocs: readonly SeededDoc[] = [
  {
    slug: 'api-keys',
    dir: 'integrate',
    title: ['用接入密钥调用 API', 'Call the API with a key'],
    summary: [
      '程序凭 Client ID 与密钥取得令牌，只在一个应用内有效',
      'A program gets a token by client id and secret, for one application',
    ],
    html: [
      `<p>程序不使用人的账号。在应用里新建接入密钥，选择它能做什么；密钥只显示一次，平台只保存它的摘要。</p>
<h2>新建</h2>
<ol><li>进入应用，打开“接入密钥”，点“新建接入密钥”。</li><li>勾选权限。不能多于自己拥有的权限。</li><li>需要时填写到期时间和允许的地址。</li><li>保存 Client ID 与 Client Secret。</li></ol>
<h2>取令牌</h2>
<pre><code>curl -X POST 'https://&lt;主机&gt;/api/auth/oauth/token' \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials</code></pre>
<p>应答是 <code>{"access_token":"at_…","token_type":"bearer","expires_in":1800,"app_id":"…"}</code>。令牌 30 分钟有效，没有刷新令牌：到期前再取一次。TypeScript、Python、Java 的写法见“接口示例”。</p>
<h2>调用</h2>
<pre><code>curl 'https://&lt;主机&gt;/api/admin/site/page?appId=&lt;app_id&gt;' -H "Authorization: Bearer $TOKEN"</code></pre>
<p>应用由密钥决定，可不带 <code>appId</code>；其他应用答 403。需要本人验证的操作（查看完整证件号、更换设备密钥等）密钥不能做。</p>
<h2>更换与吊销</h2>
<p>更换密钥时，旧密钥可继续有效 24 小时或 7 天，方便逐台切换；若已泄露，选择立即失效。吊销后令牌立即失效，不能恢复。连续猜错会被要求等待（429），按 Client ID 与来源地址计算。</p>`,
      `<p>Programs do not use the accounts of people. Make an API key in the application and choose what it may do; its secret is shown once, and only its digest is kept.</p>
<h2>Make one</h2>
<ol><li>Enter the application, open "API keys" and press "New API key".</li><li>Tick its permissions: no more than you hold yourself.</li><li>If you like, say when it expires and from which addresses it may call.</li><li>Keep client id and client secret.</li></ol>
<h2>Get a token</h2>
<pre><code>curl -X POST 'https://&lt;host&gt;/api/auth/oauth/token' \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials</code></pre>
<p>The answer is <code>{"access_token":"at_…","token_type":"bearer","expires_in":1800,"app_id":"…"}</code>. A token lasts 30 minutes and there is no refresh token: ask again before it ends. TypeScript, Python and Java are under "Samples".</p>
<h2>Call</h2>
<pre><code>curl 'https://&lt;host&gt;/api/admin/site/page' -H "Authorization: Bearer $TOKEN"</code></pre>
<p>The application follows from the key: <code>appId</code> may be left out, and another application answers 403. What asks for a person (ID numbers in full, new secrets of devices) a key cannot do.</p>
<h2>Change and revoke</h2>
<p>With a new secret the old one may work on for 24 hours or 7 days, machine by machine; when it has leaked, let it end at once. Revoking ends every token, for good. Wrong guesses make the caller wait (429), by client id and address.</p>`,
    ],
  },
  {
    slug: 'api-conventions',
    dir: 'integrate',
    title: ['API 约定', 'Conventions of the API'],
    summary: ['信封、分页、appId、幂等键和错误', 'Envelope, pages, appId, idempotency and errors'],
    html: [
      `<p>控制台用的就是这套 API，说明见 <a href="/api/docs">/api/docs</a>，机器可读的定义见 <code>/api/openapi.json</code>（OpenAPI 3.1）；为接入密钥生成客户端请用 <code>/api/openapi.json?for=key</code>，其中不要求 <code>appId</code>，例如 <code>npx openapi-typescript 'https://&lt;host&gt;/api/openapi.json?for=key' -o portico.ts</code>。</p>
<h2>信封</h2><p>所有应答都是 <code>{"code":0,"msg":null,"data":…}</code>。<code>code</code> 不为 0 时 <code>msg</code> 说明原因，<code>data.fields</code> 逐一列出有误的字段。</p>
<h2>分页</h2><p>请求带 <code>current</code> 与 <code>size</code>（最多 100），应答为 <code>{records,total,size,current,pages}</code>。</p>
<h2>应用</h2><p>应用内的接口带 <code>appId</code>；查询与正文都带时必须一致，不属于自己的应用答 403。</p>
<h2>重试</h2><p>写操作可带 <code>Idempotency-Key</code>（最多 255 个字符）：同键同内容得到同样的应答，同键不同内容答 409。</p>
<h2>编号与时间</h2><p>编号是字符串；时间是 UTC 的 RFC 3339；金额以分为单位。</p>`,
      `<p>The console uses the same API. It is described at <a href="/api/docs">/api/docs</a>, for machines at <code>/api/openapi.json</code> (OpenAPI 3.1). Clients for an API key are generated from <code>/api/openapi.json?for=key</code>, which asks for no <code>appId</code>, as in <code>npx openapi-typescript 'https://&lt;host&gt;/api/openapi.json?for=key' -o portico.ts</code>.</p>
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
