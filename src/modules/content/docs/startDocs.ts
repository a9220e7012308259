/** Getting started: an application, a device, a rule. */
import type { SeededDoc } from './seededDoc.ts'

export const startDocs: readonly SeededDoc[] = [
  {
    slug: 'connect-a-device',
    dir: 'start',
    title: ['一分钟接入第一台设备', 'Connect a first device in a minute'],
    summary: ['登记设备，拿到凭证，发出第一条消息', 'Register it, take its credentials, send a first message'],
    html: [
      `<p>设备用 MQTT 3.1.1 或 5 接入，主题采用 Alink 的约定。</p>
<h2>登记</h2>
<ol><li>进入应用，选择设备类，点“添加设备”。</li><li>选择型号，填写序列号。</li><li>保存页面上的密钥：它只显示一次。</li></ol>
<h2>连接</h2>
<p>用户名是序列号，密码是密钥：</p>
<pre><code>mosquitto_pub -h &lt;主机&gt; -p 1883 -q 1 -u &lt;序列号&gt; -P &lt;密钥&gt; \\
  -i &lt;序列号&gt; -t /sys/&lt;productKey&gt;/&lt;序列号&gt;/thing/event/property/post \\
  -m '{"id":"1","version":"1.0","params":{"fwVersion":"1.0.0"},"method":"thing.event.property.post"}'</code></pre>
<p>收到 PUBACK 表示数据已写入数据库。向导会一直等待，并指出断在哪一步：网络、认证，还是主题。</p>
<h2>接下来</h2>
<p>设备上线后，在“设备管理”里点开它：状态、指令、事件、人员同步和日志都在那里。</p>`,
      `<p>Devices speak MQTT 3.1.1 or 5 with topics as Alink has them.</p>
<h2>Register</h2>
<ol><li>Enter the application, choose the class of device and press "Add a device".</li><li>Choose the model and give the serial number.</li><li>Keep the secret that is shown: it is shown once.</li></ol>
<h2>Connect</h2>
<p>The user name is the serial number, the password is the secret:</p>
<pre><code>mosquitto_pub -h &lt;host&gt; -p 1883 -q 1 -u &lt;serial&gt; -P &lt;secret&gt; \\
  -i &lt;serial&gt; -t /sys/&lt;productKey&gt;/&lt;serial&gt;/thing/event/property/post \\
  -m '{"id":"1","version":"1.0","params":{"fwVersion":"1.0.0"},"method":"thing.event.property.post"}'</code></pre>
<p>A PUBACK means that the data is in the database. The wizard waits meanwhile and says where it is broken: network, credentials or topic.</p>
<h2>Then</h2>
<p>Open the device in the list of devices: its state, commands, events, people and log are there.</p>`,
    ],
  },
  {
    slug: 'linkage',
    dir: 'start',
    title: ['让设备联动', 'Let one device move another'],
    summary: ['人脸通过，升降柱下降：一条规则，一次试运行', 'A face passes, the bollard falls: one rule, one test run'],
    html: [
      `<p>联动规则由三部分组成：触发设备与事件、条件、动作。</p>
<ul><li><strong>触发</strong>：哪些设备的哪种事件，例如人脸识别通过。</li><li><strong>条件</strong>：时段、结果、人员类型等，可以不设。</li><li><strong>动作</strong>：按顺序对设备下发的指令，可以延时。</li></ul>
<p>保存时会检查循环：A 触发 B、B 又触发 A 的规则不能保存，页面会写出整条环。“试运行”真正下发一次指令，并逐步显示结果；每次运行都留有记录。</p>`,
      `<p>A rule has three parts: devices and events that trigger it, conditions, and actions.</p>
<ul><li><strong>Trigger</strong>: which event of which devices, for example a face that was recognised.</li><li><strong>Conditions</strong>: hours, result, kind of person; none are needed.</li><li><strong>Actions</strong>: commands to devices, in order, with delays where wanted.</li></ul>
<p>Circles are found when a rule is saved: where A triggers B and B triggers A the rule is refused and the circle is named. A test run really sends the commands once and shows each step; every run is kept.</p>`,
    ],
  },
]
