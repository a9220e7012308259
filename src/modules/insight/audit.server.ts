/** The workers and endpoints of the audit: sealed within a second, anchored every five minutes, verified on demand. */
import { dropAnchor } from '#server/audit/dropAnchor.ts'
import { sealBatch, SEALED_AT_ONCE } from '#server/audit/seal.ts'
import { translate } from '#base/text.ts'
import { verifyAudit, type AuditReport } from '#server/audit/verify.ts'
import { readBuiltIn } from '#server/crud/builtIn.ts'
import { cellText, type Reading } from '#server/crud/cellText.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { requirePlatform } from '#server/auth/requirePlatform.ts'
import type { Ctx } from '#server/ctx.ts'
import { columnOf } from '#model/columnOf.ts'
import type { Input, Params, RowOf } from '#model/row.ts'
import { endpoint, implement, worker } from '#server/parts.ts'
import { changeLines, withoutValues, type ChangeLine } from './auditChanges.rules.ts'
import { operLog } from './operLog.noun.ts'

const SEAL_EVERY_MS = 1000
const ANCHOR_EVERY_MS = 5 * 60_000
/** The maximum number of rows that a request verifies; the command line verifies all of them. */
const READ_BY_REQUEST = 50_000

export const auditSealer = worker({
  name: 'insight.auditSealer',
  where: 'worker',
  run: async ports => ((await sealBatch(ports)) === SEALED_AT_ONCE ? 0 : SEAL_EVERY_MS),
})

export const auditAnchors = worker({
  name: 'insight.auditAnchors',
  where: 'worker',
  async run(ports) {
    await dropAnchor(ports)
    return ANCHOR_EVERY_MS
  },
})

/** Verifying the audit is audited too. */
async function verifyNow(ctx: Ctx): Promise<AuditReport> {
  requirePlatform(ctx.user)
  const report = await verifyAudit(ctx.ports, { lastRows: READ_BY_REQUEST })
  await ctx.audit({
    action: 'verify',
    object: operLog.key,
    changes: { ok: report.ok, firstBad: report.firstBad, from: report.from, through: report.through },
  })
  return report
}

export const verify = endpoint({
  method: 'GET',
  path: '/api/audit/verify',
  access: 'operLog:verify',
  scope: 'platform',
  summary: [
    '从签名锚点起核对最近的审计记录，指出第一条与封存内容不符的记录；仅平台人员',
    'Reads the latest part of the audit from a signed anchor on and names the first row that is not what was sealed. For platform staff',
  ],
  run: ctx => verifyNow(ctx),
})

export const operLogHalf = implement(operLog, {
  /** The entry keeps its stored text; built-in texts are shown in the reader's language. */
  async compute({ language, user }, rows, nouns) {
    for (const row of rows) {
      const noun = nouns.get(row.object)
      // Values follow the noun that has them (decision 0011).
      if (!mayRead(user, row.object) && row.changes) row.changes = withoutValues(noun, row.changes as Params)
      if (!noun?.builtIn) continue
      row.objectName = readBuiltIn(noun, noun.name, row.objectName, language)
      for (const [name, change] of Object.entries((row.changes ?? {}) as Input))
        if (Array.isArray(change))
          (row.changes as Input)[name] = change.map(value => readBuiltIn(noun, name, value, language))
    }
  },
  written: { changes: changesText },
  actions: { verify: ctx => verifyNow(ctx) },
})

/** In a file each change is a sentence: the field, the value before and the one after. What refers to a row keeps its number. */
function changesText(row: RowOf<typeof operLog>, reading: Reading): string {
  const { nouns, classes, language } = reading
  const lines = changeLines(row, { nounOf: key => nouns.get(key), fieldOf: columnOf, classes })
  const shown = ({ field, name }: ChangeLine, value: unknown): string =>
    field
      ? cellText(field, name, { [name]: value }, reading)
      : typeof value === 'object' && value !== null
        ? JSON.stringify(value)
        : String(value ?? '')
  const [colon, none] = [translate(['：', ': '], language), translate(['无', 'none'], language)]
  return lines
    .map(line => {
      const [label, after] = [translate(line.label, language), shown(line, line.after)]
      return `${label}${colon}${'before' in line ? `${shown(line, line.before) || none} → ${after || none}` : after}`
    })
    .join(translate(['；', '; '], language))
}
