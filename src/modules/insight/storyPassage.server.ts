/** The story of a passage: received, recognised, judged rule by rule, answered. */
import sql from 'sql-template-tag'
import { picturesOfPassages, type ShownPicture } from '#modules/devices/api.ts'
import type { Text } from '#base/text.ts'
import { UNKNOWN_PERSON } from '#base/deviceTexts.ts'
import { PASS_METHODS, REFUSAL_REASONS } from '#devices/abilities/passage.ts'
import { Refusal } from '#model/error.ts'
import type { Params } from '#model/row.ts'
import { judge } from '#modules/access/api.ts'
import type { Ctx } from '#server/ctx.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { consequences } from './storyConsequences.server.ts'
import { mendOf } from './storyMend.server.ts'
import { spanOf, type StoryStep } from './storyStep.ts'
import { both, receivedStep, type Story } from './storySteps.server.ts'

interface Decision {
  allow: boolean
  reason: string | null
  /** Of a scan. */
  codeKind?: number | null
  steps: { rule: string; label: Text; verdict: string; text: Text }[]
  tookMs: number
}

interface PassageRow {
  id: string
  person_id: string | null
  person_name: string | null
  portrait_file: string | null
  org_name: string | null
  device_id: string
  device_name: string
  device_class: string
  component: string
  result: number
  reason: string | null
  score: number | null
  method: number | null
  direction: number | null
  photo_file: string | null
  time: string
  at: string
  received_at: string
  clock_off: boolean
  offline: boolean
  decision: Decision | null
  identifier: string
  /** As it was read. */
  card_no: string | null
  plate_no: string | null
  app_id: string | null
  params: Params
}

async function passageRow(ctx: Ctx, id: string): Promise<PassageRow> {
  const [row] = await ctx.sql<PassageRow>(sql`
    select p.id, p.person_id, p.person_name, p.device_id, p.device_name, p.device_class, p.component,
      p.result, p.reason, p.score, p.method, p.direction, p.photo_file, p.time, p.at, p.received_at, p.clock_off,
      p.offline, p.decision,
      p.identifier, case when p.card_no is not null then coalesce(p.params ->> 'cardNo', p.card_no) end as card_no,
      p.plate_no,
      p.app_id, p.params,
      pe.portrait_file, o.name as org_name from devices.passage p
    left join people.person pe on pe.id = p.person_id left join people.organization o on o.id = pe.org_id
    where p.id = ${id}`)
  if (!row) throw new Refusal('not_found')
  return row
}

const ALLOWED = 1
const nameOf = ({ person_name }: PassageRow): Text => (person_name ? both(person_name) : UNKNOWN_PERSON)
const reasonOf = ({ reason }: PassageRow): Text =>
  reason ? (REFUSAL_REASONS[reason] ?? both(reason)) : ['原因未说明', 'no reason given']

export async function storyOfPassage(ctx: Ctx, id: string): Promise<Story> {
  const row = await passageRow(ctx, id)
  const asked = ctx.ports.classes.get(row.device_class)?.events[row.identifier]?.ask !== undefined
  const steps: StoryStep[] = [
    await receivedStep(ctx, row),
    ...identitySteps(row),
    ...(await decisionSteps(ctx, row, asked)),
    ...(asked ? [answerStep(row)] : []),
  ]
  // Until the device was answered; linkage and callbacks continue after that.
  const tookMs = spanOf(steps) || null
  const [name, reason] = [nameOf(row), reasonOf(row)]
  return {
    verdict:
      row.result === ALLOWED
        ? [`已放行：${name[0]}`, `Passed: ${name[1]}`]
        : [`没开门：${reason[0]}`, `Not opened: ${reason[1]}`],
    tone: row.result === ALLOWED ? 'ok' : 'bad',
    subject: {
      ...subjectOf(ctx, row, tookMs),
      ...picturesIn(ctx, row, (await picturesOfPassages(ctx.sql, [id])).get(id)),
    },
    steps: [...steps, ...(await consequences(ctx, id))],
    mend: row.result === ALLOWED ? null : await mendOf(ctx, row),
  }
}

const byPlate = ({ method }: PassageRow): boolean => method === PASS_METHODS.plate[0]
/** A face is compared with the portrait of its person; a plate is only shown. */
function picturesIn(ctx: Ctx, row: PassageRow, others: readonly ShownPicture[] = []): Params {
  const { photo_file: file, portrait_file: portrait, score } = row
  if (byPlate(row)) return { pictures: [...(file ? [{ name: 'photo', file }] : []), ...others] }
  return { photoFile: file, portraitFile: mayRead(ctx.user, 'person') ? portrait : null, score, pictures: others }
}

/** What the device examined besides the face. */
const checksOf = ({ params: { alive, temp, mask } }: PassageRow): Text[] => [
  ...(typeof alive === 'boolean'
    ? [alive ? (['活体', 'live'] as const) : (['不是活体', 'not a live face'] as const)]
    : []),
  ...(typeof temp === 'string' || typeof temp === 'number' ? [[`体温 ${temp} ℃`, `${temp} ℃`] as const] : []),
  ...(typeof mask === 'boolean' ? [mask ? (['戴口罩', 'mask'] as const) : (['没戴口罩', 'no mask'] as const)] : []),
]

function identitySteps(row: PassageRow): StoryStep[] {
  if (!row.person_name && row.score === null) return []
  const name = nameOf(row)
  return [
    {
      at: row.received_at,
      kind: 'identity',
      title: row.person_name ? [`认出 ${name[0]}`, `Recognised ${name[1]}`] : ['没有认出是谁', 'Not recognised'],
      note: [
        [
          row.score !== null ? `${byPlate(row) ? '识别可信度' : '相似度'} ${row.score}` : null,
          row.card_no ? `卡号 ${row.card_no}` : null,
          row.plate_no ? `车牌 ${row.plate_no}` : null,
          ...checksOf(row).map(one => one[0]),
        ]
          .filter(Boolean)
          .join(' · '),
        [
          row.score !== null ? `${byPlate(row) ? 'confidence' : 'score'} ${row.score}` : null,
          row.card_no ? `card ${row.card_no}` : null,
          row.plate_no ? `plate ${row.plate_no}` : null,
          ...checksOf(row).map(one => one[1]),
        ]
          .filter(Boolean)
          .join(' · '),
      ],
      tone: 'info',
      ms: null,
      detail: null,
    },
  ]
}

/** The platform's decision if it was asked; otherwise the current verdict of its rules. */
async function decisionOf(ctx: Ctx, row: PassageRow): Promise<Decision | null> {
  if (row.decision || row.app_id === null) return row.decision
  const { decision } = await judge(ctx.ports, {
    deviceId: row.device_id,
    appId: row.app_id,
    component: row.component,
    params: row.params,
    at: row.time,
  })
  return decision as Decision
}

async function decisionSteps(ctx: Ctx, row: PassageRow, asked: boolean): Promise<StoryStep[]> {
  const decision = await decisionOf(ctx, row)
  if (!decision) return []
  const now = row.decision === null
  const refusedAt = decision.steps.findIndex(step => step.verdict === 'refuse')
  const agrees = decision.allow === (row.result === ALLOWED)
  const who: Text = asked
    ? ['平台裁决', 'Decided by the platform']
    : now
      ? ['设备自行裁决；按现在的规则', 'Decided by the device; by the rules of now']
      : ['设备自行裁决；平台规则', 'Decided by the device; our rules']
  return [
    {
      at: row.received_at,
      kind: 'decision',
      tone: decision.allow ? 'ok' : 'bad',
      // The current verdict was not part of the passage, so it has no duration.
      ms: now ? null : decision.tookMs,
      title:
        refusedAt < 0
          ? [`${who[0]}：${decision.steps.length} 条全部通过`, `${who[1]}: all ${decision.steps.length} pass`]
          : [
              `${who[0]}：${decision.steps.length} 条规则，第 ${refusedAt + 1} 条拒绝`,
              `${who[1]}: rule ${refusedAt + 1} of ${decision.steps.length} refuses`,
            ],
      note: agrees
        ? null
        : ['与设备的结果不一致，请核对设备', "It differs from the device's result; compare the device"],
      detail: decision.steps,
    },
  ]
}

function answerStep(row: PassageRow): StoryStep {
  const allowed = row.result === ALLOWED
  return {
    at: new Date(Date.parse(row.received_at) + Math.round(row.decision?.tookMs ?? 0)).toISOString(),
    kind: 'reply',
    title: allowed
      ? ['答复设备：放行', 'Answered the device: pass allowed']
      : ['答复设备：不开门', 'Answered the device: stay closed'],
    note: allowed ? null : reasonOf(row),
    tone: allowed ? 'ok' : 'bad',
    ms: null,
    detail: null,
  }
}

function subjectOf(ctx: Ctx, row: PassageRow, tookMs: number | null): Story['subject'] {
  return {
    kind: 'passage',
    id: row.id,
    personId: row.person_id,
    personName: row.person_name,
    // The passage keeps the person's name of that time; data of the person require permission to read people.
    orgName: mayRead(ctx.user, 'person') ? row.org_name : null,
    deviceId: row.device_id,
    deviceName: row.device_name,
    deviceClass: row.device_class,
    component: row.component,
    method: row.method,
    direction: row.direction,
    time: row.time,
    reason: row.reason,
    result: row.result,
    tookMs,
  }
}
