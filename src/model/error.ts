/** The catalogue of expected failures: each has an HTTP status, a code for programs and a message for people. */
import { DEVICE_OFFLINE } from '#base/deviceTexts.ts'
import { CODE_WRONG } from '#base/signInTexts.ts'
import type { Language, Text } from '#base/text.ts'
import { OPERATION_FAILED } from '#base/texts.ts'

export interface Failure {
  status: number
  text: Text
  code?: number
}

export const FAILURES = {
  invalid: { status: 400, text: ['提交的内容有误', 'The request is not valid'] },
  invalid_grant: { status: 400, text: ['用户名或密码错误', 'Wrong user name or password'] },
  invalid_client: { status: 400, text: ['客户端不被允许', 'This client is not allowed'] },
  stopped: {
    status: 400,
    text: ['账号所属机构已停用，请联系平台', 'Your organisation is suspended; please contact the platform'],
  },
  unsupported_grant: { status: 400, text: ['不支持的登录方式', 'This sign-in method is not supported'] },
  social_unbound: { status: 400, text: ['该社交账号未绑定', 'This social account is not linked'] },
  bad_captcha: { status: 400, text: ['验证码错误', 'Wrong captcha'] },
  token_blank: { status: 401, text: ['退出失败，token 为空', 'Sign-out failed: no token'] },
  unauthorized: { status: 401, text: ['登录状态失效', 'Your session has ended'] },
  need_captcha: { status: 428, code: 428, text: ['请输入验证码', 'Please enter the captcha'] },
  need_password: { status: 428, code: 428, text: ['请先修改初始密码', 'Please set a new password first'] },
  need_factor: { status: 428, code: 428, text: ['请完成第二步验证', 'Please complete the second verification step'] },
  need_proof: { status: 428, code: 428, text: ['请再次验证身份', 'Please verify your identity again'] },
  bad_code: { status: 400, text: CODE_WRONG },
  forbidden: { status: 403, text: ['没有权限', 'You may not do this'] },
  view_only: {
    status: 403,
    text: ['正在以角色查看，只能看不能改', 'You are viewing as a role: nothing can be changed'],
  },
  app_mismatch: { status: 400, text: ['两处 appId 不一致', 'appId in query and body must be the same'] },
  app_forbidden: { status: 403, text: ['没有该应用的权限', 'You have no access to this application'] },
  beyond_places: {
    status: 403,
    text: [
      '账号限定了设备范围，不能使用此功能',
      'Your account is limited to some sites or device groups, and this concerns more than those',
    ],
  },
  app_closed: { status: 403, text: ['应用未开放', 'The application is not active'] },
  app_required: { status: 400, text: ['缺少 appId', 'appId is missing'] },
  not_found: { status: 404, text: ['资源不存在', 'Not found'] },
  conflict: {
    status: 409,
    text: ['数据已被他人修改，请刷新后重试', 'Somebody else has changed it; please reload and try again'],
  },
  duplicate: { status: 409, text: ['已存在相同的记录', 'The same record already exists'] },
  in_use: { status: 409, text: ['正在被使用，不能删除', 'It is in use and cannot be deleted'] },
  has_children: { status: 409, text: ['菜单含有下级不能删除', 'It has children and cannot be deleted'] },
  wrong_state: { status: 409, text: ['当前状态不允许此操作', 'Not possible in the current state'] },
  key_reused: { status: 409, text: ['同一幂等键的内容不一致', 'This Idempotency-Key was used for another request'] },
  key_running: { status: 409, text: ['相同的请求正在处理', 'The same request is being processed'] },
  device_offline: { status: 409, text: DEVICE_OFFLINE },
  unsafe: { status: 409, text: ['现场不安全，已拒绝', 'Refused for safety reasons'] },
  full: { status: 409, text: ['容量已满', 'The capacity is used up'] },
  too_large: { status: 413, text: ['内容过大', 'The content is too large'] },
  too_many: { status: 429, text: ['操作过于频繁', 'Too many requests'] },
  unsupported_media: { status: 415, text: ['不支持的内容类型', 'Unsupported content type'] },
  failed: { status: 500, text: OPERATION_FAILED },
  unavailable: {
    status: 503,
    text: ['服务暂不可用，请稍后再试', 'The service is not available; please try again later'],
  },
} as const satisfies Record<string, Failure>

export type FailureName = keyof typeof FAILURES

export interface FieldProblem {
  field: string
  text: Text
}

/** Thrown by an operation to refuse a request. `text` replaces the message of the catalogue with a more specific one. */
export class Refusal extends Error {
  readonly failure: FailureName
  readonly text: Text
  readonly data: unknown
  /** The permission point that is missing; who answers the request names it. */
  readonly point: string | undefined
  constructor(failure: FailureName, options: { text?: Text; data?: unknown; point?: string } = {}) {
    super(`${failure}: ${(options.text ?? FAILURES[failure].text)[1]}`)
    this.failure = failure
    this.text = options.text ?? FAILURES[failure].text
    this.data = options.data
    this.point = options.point
  }
}

/** Refuses a request because of invalid fields; the message is the first problem, and all of them are listed. */
export const invalidFields = (problems: readonly FieldProblem[]): Refusal =>
  new Refusal('invalid', { text: problems[0]!.text, data: { problems } })

/** The response body of a refusal, in the caller's language. */
export function refusalBody(
  refusal: Refusal,
  language: Language,
): { code: number; msg: string; error: string; data: unknown } {
  const failure: Failure = FAILURES[refusal.failure]
  const index = language === 'zh' ? 0 : 1
  const { problems, ...more } = (refusal.data ?? {}) as { problems?: FieldProblem[] }
  return {
    code: failure.code ?? 1,
    msg: refusal.text[index],
    error: refusal.failure,
    data: problems
      ? { ...more, fields: problems.map(problem => ({ field: problem.field, msg: problem.text[index] })) }
      : (refusal.data ?? null),
  }
}
