/** People and rights: who may pass, when, and where it is recorded. */
import type { SeededDoc } from './seededDoc.ts'

export const peopleDocs: readonly SeededDoc[] = [
  {
    slug: 'who-may-pass',
    dir: 'people',
    title: ['谁能通行，为什么', 'Who may pass, and why'],
    summary: [
      '权限组、时间计划、有效期和它们的判定顺序',
      'Permission groups, time plans, validity, and the order in which they are judged',
    ],
    html: [
      `<p>通行权由<strong>权限组</strong>决定：一组人员 × 一组门 × 一个时间计划。人员可以直接加入，也可以随所属组织加入。</p>
<h2>判定</h2>
<ol><li>人员是否存在、是否停用。</li><li>是否在有效期内。</li><li>是否有包含这扇门的权限组。</li><li>此刻是否在该组的时间计划之内。</li></ol>
<p>每一条识别记录都可以打开“为什么”：逐条列出判定的规则、依据和耗时，拒绝时指出是哪一条。</p>
<h2>下发</h2>
<p>改动只下发差异，撤权先于授权。终端离线时等待，上线后自动补齐；定期读回比对，不一致会自动修复。</p>`,
      `<p>Rights come from <strong>permission groups</strong>: some people × some doors × a time plan. People join directly or with their organisation.</p>
<h2>The decision</h2>
<ol><li>Does the person exist, and is she not paused?</li><li>Is it within her validity?</li><li>Does a group give her this door?</li><li>Is it now within the time plan of that group?</li></ol>
<p>Every record opens its "why": each rule with its evidence and the time it took; of a refusal it names the rule.</p>
<h2>Delivery</h2>
<p>Only differences are sent, revocations first. What is offline waits and is made up for when it returns; terminals are read back from time to time, and what differs is mended.</p>`,
    ],
  },
  {
    slug: 'import-people',
    dir: 'people',
    title: ['用表格导入人员', 'Import people from a sheet'],
    summary: [
      '下载模板，先检查再导入，失败的行单独成表',
      'Take the template, check first, get the rows that failed as a sheet',
    ],
    html: [
      `<ol><li>在人员页点“导入”，下载模板（.xlsx）。列名、是否必填和可填内容写在第二张表里。</li><li>选择填好的 .xlsx 或 .csv，先做检查：不写入任何数据，逐行给出问题。</li><li>确认后开始导入。可以离开页面，进度在右上角的任务里。</li><li>失败的行可下载为表格，改好后直接再次导入。</li></ol>
<p>单个文件最多 50 000 行、10 MB。</p>`,
      `<ol><li>Press "Import" on the page of people and take the template (.xlsx). Its second sheet says what each column accepts.</li><li>Choose the filled .xlsx or .csv and check it first: nothing is written, each problem is named by its row.</li><li>Then import. The page may be left; the progress stands among the jobs at the top.</li><li>Rows that failed come back as a sheet that can be corrected and imported again.</li></ol>
<p>A file holds at most 50,000 rows and 10 MB.</p>`,
    ],
  },
]
