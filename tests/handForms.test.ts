/**
 * In hand-written forms, asterisks mark exactly the required inputs: each input is compared with the declaration that
 * receives its value. Forms made from definitions need no list; see stars.test.ts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAst } from 'vite'
import type { Field, Fields } from '#model/field.ts'
import { nouns } from '#main/registry.ts'
import { parts } from '#main/wire.ts'

const actionInput = (noun: string, action: string): Fields => nouns.get(noun)!.actions![action]!.input ?? {}
const fieldsOf = (noun: string): Fields => nouns.get(noun)!.fields
const endpointInput = (path: string): Fields => {
  const found = parts.find(part => part.part === 'endpoint' && part.path === path && part.method === 'POST')
  return (found?.part === 'endpoint' && found.input) || {}
}
/** Whether an act declares that it requires a reason. */
const reasonOf = (noun: string, act: string): boolean => {
  const { actions = {}, states = {} } = nouns.get(noun)!
  return [actions[act], ...Object.values(states).map(({ moves }) => moves[act])].some(one => one?.reason === true)
}

/**
 * By file and label: the field that receives the value. `true` where a route without a declaration requires it; a text
 * is a condition, as written.
 */
type Star = Field | boolean | string
const linkage = fieldsOf('linkage')
const [linkageActions, linkageConditions] = [linkage.actions, linkage.conditions].map(
  one => (one as { of: Fields }).of,
) as [Fields, Fields]
const [contact, registration, ticket] = [
  endpointInput('/api/contact'),
  endpointInput('/api/register'),
  fieldsOf('ticket'),
]
const connect = actionInput('deviceBind', 'connect')
const control = actionInput('deviceBind', 'control')
const policy = actionInput('user', 'setPolicy')
const FORMS: Record<string, Record<string, Star>> = {
  'console/app/ProofDialog.tsx': { '验证器显示的 6 位数字': true, 登录密码: true },
  'console/app/login/AccountForm.tsx': { 账号: true, 密码: true },
  'console/app/login/Captcha.tsx': { label: true },
  'console/app/login/FactorStep.tsx': { '验证器显示的 6 位数字': true },
  'console/app/login/NewPassword.tsx': { 新密码: registration.password!, 再次输入: true },
  'console/app/login/PhoneCode.tsx': { 手机号: registration.phone!, 短信验证码: registration.code! },
  'console/app/login/TotpSetup.tsx': { 验证码: true },
  'console/site/ContactPage.tsx': {
    姓名: contact.name!,
    手机号: contact.phone!,
    公司: contact.company!,
    邮箱: contact.email!,
    需求类型: contact.kind!,
    留言: contact.content!,
  },
  'console/site/QrCodePage.tsx': { 标签码: true },
  'console/site/RegisterSteps.tsx': {
    企业名称: registration.companyName!,
    联系人: registration.contact!,
    场景: registration.industry!,
    用户名: registration.username!,
  },
  // The type of the fault is no input with a star: the others appear once it is chosen.
  'console/site/ReportFault.tsx': { 问题描述: ticket.content!, 报修人: ticket.reporter!, 联系方式: ticket.phone! },
  'modules/devices/page/connect/ConnectWhat.tsx': {
    型号: connect.modelId!,
    序列号: connect.sn!,
    // An assigned device from stock keeps its name.
    设备名称: '!bind',
    站点: connect.siteId!,
    安装位置: fieldsOf('deviceBind').position!,
  },
  'modules/devices/page/list/BulkControl.tsx': { 指令: control.identifier!, 'of.label': control.component! },
  'modules/devices/page/list/DisableDialog.tsx': { 原因: reasonOf('device', 'disable') },
  // Chooses the board of the preview, and is sent nowhere.
  'modules/displays/page/ProgrammePreview.tsx': { 显示屏: false },
  'modules/identity/page/ViewAsDialog.tsx': { 原因: reasonOf('role', 'viewAs') },
  'modules/insight/page/MendDialog.tsx': {
    姓名: fieldsOf('person').name!,
    有效期止: true,
    生效时间: true,
    权限组: true,
  },
  'modules/linkage/page/LinkageEditor.tsx': { 规则名称: linkage.name! },
  // What a kind of condition or trigger needs is judged with it (`conditionProblem`, `triggerProblem`).
  'modules/devices/page/linkage/CompareInput.tsx': { 值: true, 比较: true },
  'modules/devices/page/linkage/alarmTrigger.ruleForm.tsx': {
    ...{ 最低级别: false, 'alarmTrigger.fields.alarmKind!.label': false },
  },
  'modules/devices/page/linkage/eventTrigger.ruleForm.tsx': { 触发事件: true },
  'modules/devices/page/linkage/fieldCondition.ruleForm.tsx': { 内容: true },
  'modules/devices/page/linkage/stateCondition.ruleForm.tsx': {
    ...{ 'stateCondition.fields.deviceId!.label': true, 状态: true },
    'deviceClass!.components[spec!.per!]!.label': true,
  },
  'modules/linkage/page/Lasting.tsx': { 'stateTrigger.fields.forS!.label': false },
  'modules/linkage/page/LinkageIf.tsx': { 条件: linkageConditions.what! },
  // A rule that starts at no device has no class; for the others it is asked.
  'modules/linkage/page/LinkageWhen.tsx': { 触发方式: true, 设备类: true, 触发设备: linkage.triggerDeviceIds! },
  'modules/linkage/page/hoursCondition.ruleForm.tsx': { label: true },
  'modules/linkage/page/stateTrigger.ruleForm.tsx': {
    'stateTrigger.fields.property!.label': true,
    // Without a part the rule is of each.
    'deviceClass!.components[spec!.per!]!.label': false,
  },
  'modules/linkage/page/timeTrigger.ruleForm.tsx': {
    ...{ 'FIELDS.at!.label': true, 'FIELDS.siteId!.label': true, 'FIELDS.planId!.label': true },
    ...{ 'FIELDS.days!.label': false, 提前或推后: false },
  },
  'modules/linkage/page/LinkageTest.tsx': { 原因: reasonOf('linkage', 'test') },
  'modules/linkage/page/LinkageThen.tsx': {
    // Acts of the platform may do without.
    执行设备: "action.identifier !== '' && asksForDevice(kinds, action)",
    动作: linkageActions.identifier!,
    // Asked only for a device with several parts, if the command needs one.
    'deviceClass!.components[act!.command.per!]!.label': true,
    延时: linkageActions.delayMs!,
    // Asked only where everybody passes meanwhile, and then required.
    多久后恢复: true,
    静默: linkage.silentS!,
  },
  'modules/identity/page/FactorDialogs.tsx': { 名称: false },
  'modules/identity/page/KeyRotate.tsx': { 旧密钥继续有效: false },
  'modules/identity/page/PasswordDialog.tsx': { 原密码: true },
  'modules/identity/page/PolicyDialog.tsx': {
    // Shown only where the policy applies to some roles, of which at least one is required.
    需要两步验证的角色: true,
    无操作锁屏: policy.idleMinutes!,
  },
  // One of them must be chosen; the page says so.
  'modules/organisation/page/DeviceScope.tsx': { 站点: false, 设备分组: false },
  'modules/people/page/PublishDialog.tsx': { 发布说明: reasonOf('customTemplate', 'publish') },
}

const root = join(import.meta.dirname, '../src')
/** Labels that several files share, by the name of their constant. */
const SHARED: Record<string, unknown> = Object.assign(
  {},
  ...(await Promise.all(
    readdirSync(join(root, 'base'))
      .filter(file => /texts\.ts$/i.test(file))
      .map(file => import(`../src/base/${file}`)),
  )),
)
const sharedLabel = (name: string): string | undefined => {
  const text = SHARED[name]
  return Array.isArray(text) ? String(text[0]) : undefined
}
const tsxOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map(file => `${folder}/${file}`)
/** Every input of the kit, and those based on it with the same properties. */
const INPUTS = new Set([
  ...tsxOf('console/kit')
    .filter(file => readFileSync(join(root, file), 'utf8').includes('FieldProps'))
    .map(file => file.replace(/^.*\/|\.tsx$/g, '')),
  'ReferenceSelect',
  'ReferenceMany',
])
/** A search is not a form. */
INPUTS.delete('SearchField')

interface Node {
  type: string
  start: number
  end: number
  name?: { name: string }
  attributes?: readonly (Node & { value?: Node | null })[]
}
function inputsOf(file: string): Record<string, string | boolean> {
  const source = readFileSync(join(root, file), 'utf8')
  const found: Record<string, string | boolean> = {}
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (node.type === 'JSXOpeningElement' && INPUTS.has(node.name?.name ?? '')) {
      const given = (name: string): string | undefined => {
        const attribute = node.attributes!.find(one => one.type === 'JSXAttribute' && one.name?.name === name)
        return (
          attribute && (attribute.value ? source.slice(attribute.value.start + 1, attribute.value.end - 1) : 'true')
        )
      }
      const label = given('label')!
      const required = given('required')
      // An input without a visible label is in a toolbar, or has no room for an asterisk.
      if (!given('hideLabel'))
        found[/\['([^']+)',/.exec(label)?.[1] ?? sharedLabel(label) ?? label] =
          required === 'true' ? true : (required ?? false)
    }
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseAst(source, { lang: 'tsx' }, file))
  return found
}

test('each input of a form written by hand wears its star exactly where what it is sent to is required', () => {
  const files = [...tsxOf('console'), ...tsxOf('modules')].filter(file => !/^console\/(kit|dev|crud)\//.test(file))
  const found = Object.fromEntries(
    files.map(file => [file, inputsOf(file)] as const).filter(([, inputs]) => Object.keys(inputs).length),
  )
  const starred = (star: Star): string | boolean => (typeof star === 'object' ? star.required === true : star)
  const expected = Object.fromEntries(
    Object.entries(FORMS).map(([file, inputs]) => [
      file,
      Object.fromEntries(Object.entries(inputs).map(([label, star]) => [label, starred(star)])),
    ]),
  )
  expect(found).toEqual(expected)
})
