/** The rules of part 5 of the specification, each with its exact message, and the shape of every kind of value. */
import { describe, expect, test } from 'vitest'
import { checkDigit, idCardProblem } from '#base/idCard.ts'
import { maskIdCard, maskPhone } from '#base/mask.ts'
import * as f from './field.ts'
import { judge, judgeAll } from './judge.ts'
import { normalised } from './normalised.ts'

const label = ['名称', 'name'] as const
const text = (options: Partial<f.TextField> = {}): f.Field => ({ kind: 'text', label, ...options })
const many = f.choice(label, { a: [1, '甲', 'A'], b: [2, '乙', 'B'] }, { many: true })
const html = f.rich(label)

describe('what nobody sees, and the width of letters, is no part of a value', () => {
  const [digits, whole] = [text({ pattern: 'digits' }), f.integer(label)]
  test.each<[field: f.Field, given: string, stored: unknown]>([
    [text(), '\ufeff周\u200b屿\u202c ', '周屿'],
    [text(), '阿依古丽·买买提', '阿依古丽·买买提'],
    [text(), '（东区）Ａ座', '（东区）Ａ座'],
    [text({ mono: true }), 'Ａ－01\u200d', 'A-01'],
    [text({ pattern: 'phone' }), '+86 138-0013-8000', '13800138000'],
    [text({ pattern: 'phone' }), '00８６１３８００１３８０００', '13800138000'],
    [text({ pattern: 'phone', mask: 'phone' }), '138****8000', '138****8000'],
    [text({ pattern: 'idCard' }), '１１０１０５ 19491231-002ｘ', '11010519491231002X'],
    [text({ pattern: 'code' }), 'Ｅ００１\u200b', 'E001'],
    [text({ pattern: 'serial' }), '\u200eＳＮ2026', 'SN2026'],
    [text({ pattern: 'email' }), 'a@b.cn\u200b', 'a@b.cn'],
    [digits, '１２３', '123'],
    [whole, '１２', 12],
    [f.clock(label), '０８：３０', '08:30'],
    [f.day(label), '\ufeff2026-01-31', '2026-01-31'],
    [f.secret(label), ' a\u200b ', ' a\u200b '],
  ])('%j', (field, given, stored) => {
    if (field.mask) expect(normalised(field, given)).toBe(stored)
    else expect(judge(field, given)).toEqual({ ok: stored })
  })
  test('a value of nothing else is empty', () => {
    expect(judge(text({ required: true }), '\u200b\ufeff')).toEqual({
      problem: ['名称不能为空', 'name cannot be empty'],
    })
  })
})

describe('refused, in both languages', () => {
  test.each<[field: f.Field, given: unknown, zh: string, en: string]>([
    [text({ required: true }), undefined, '请输入名称', 'name is required'],
    [text({ required: true }), '', '请输入名称', 'name is required'],
    [text({ required: true }), '   ', '名称不能为空', 'name cannot be empty'],
    [f.day(label, { required: true }), null, '请选择名称', 'name is required'],
    [text({ max: 3 }), 'abcd', '名称不能超过3个字符', 'name cannot be longer than 3 characters'],
    [text({ min: 3 }), 'ab', '名称至少3个字符', 'name must be at least 3 characters'],
    [text({ min: 3, max: 3 }), 'ab', '名称必须为3个字符', 'name must be exactly 3 characters'],
    [text({ min: 3, max: 5 }), 'ab', '名称长度应为3到5个字符', 'name must be between 3 and 5 characters'],
    [text({ matches: '^a+$' }), 'b', '名称“b”格式错误', 'name value b does not match pattern ^a+$'],
    [text(), 5, '名称不是有效的文本', 'name is not a valid string'],
    [text({ pattern: 'phone' }), '23800138000', '名称格式错误', 'name is not a valid mobile number'],
    [text({ pattern: 'phone' }), '1380013800', '名称格式错误', 'name is not a valid mobile number'],
    [text({ pattern: 'url' }), 'ftp://a.cn', '名称必须以 http 或 https 开头', 'name must start with http or https'],
    [text({ pattern: 'url' }), 'https://[', '名称不是有效的网址', 'name is not a valid url'],
    [text({ pattern: 'email' }), 'a@b', '名称不是有效的邮箱', 'name is not a valid email'],
    [text({ pattern: 'email' }), `a@${'b'.repeat(250)}.cn`, '名称不是有效的邮箱', 'name is not a valid email'],
    [text({ pattern: 'alphanumeric' }), 'a-1', '名称只能包含字母和数字', 'name can only contain letters and digits'],
    [text({ pattern: 'number' }), '1e5', '名称只能包含数字和小数点', 'name can only contain digits and a dot'],
    [text({ pattern: 'digits' }), '1.5', '名称只能包含数字', 'name can only contain digits'],
    [
      text({ pattern: 'username' }),
      '四个汉字',
      '名称应为5到16位的中文、字母、数字、下划线或短横线',
      'name must be 5 to 16 Chinese characters, letters, digits, _ or -',
    ],
    [text({ pattern: 'idCard', required: true }), '', '证件号码不能为空', 'The ID number is missing'],
    [text({ pattern: 'idCard' }), '1234', '证件号码长度不为18位', 'The ID number does not have 18 characters'],
    [f.integer(label, { min: 1 }), 0, '名称不能小于1', 'name cannot be less than 1'],
    [f.integer(label, { max: 9 }), 10, '名称不能大于9', 'name cannot be greater than 9'],
    [f.integer(label), 1.5, '名称不是有效的整数', 'name is not a valid integer'],
    [many, [3], '名称必须是1、2之一', 'name must be one of 1, 2'],
    [many, Array(100).fill(1), '名称不能超过99项', 'name cannot be greater than 99 in length'],
    [
      f.ref(label, 'x', { many: true }),
      Array(1001).fill('1'),
      '名称不能超过1000项',
      'name cannot be greater than 1000 in length',
    ],
    [f.ref(label, 'x', { many: true }), ['x'], '名称不是有效的编号', 'name is not a list of valid ids'],
    [
      f.list(label, { no: f.integer(label) }, { min: 2, max: 3 }),
      [{ no: 1 }],
      '名称不能少于2项',
      'name cannot be less than 2 in length',
    ],
    [f.colour(label), '#12', '名称不是有效的颜色', 'name is not a valid colour'],
    [f.icon(label), '../x', '名称不是有效的图标', 'name is not a valid icon'],
    [f.code(label, { language: 'json' }), '{a}', '名称不是有效的 JSON', 'name is not valid JSON'],
    [{ ...html, required: true }, '<p> &nbsp;</p>', '名称不能为空', 'name cannot be empty'],
    [f.span(label, { of: 'day' }), { from: '2026-02-01' }, '请选择名称', 'name is required'],
    [
      f.span(label, { of: 'day' }),
      { from: '2026-02-02', to: '2026-02-01' },
      '名称的结束不能早于开始',
      'name must not end before it begins',
    ],
    [f.dictionary(label, { from: '/api/x' }), ['a', 'b'], '名称不能超过1项', 'name cannot be greater than 1 in length'],
    [
      f.file(label, { accept: 'image' }),
      Array(4).fill('abcdefgh'),
      '名称最多3个文件',
      'name cannot be more than 3 files',
    ],
  ])('%# %j %s', (field, given, zh, en) => {
    expect(judge(field, given)).toEqual({ problem: [zh, en] })
  })
})

describe('accepted, and stored so', () => {
  test.each<[field: f.Field, given: unknown, kept: unknown]>([
    [text(), '  两端空白 ', '两端空白'],
    [text(), '   ', null],
    [text({ pattern: 'username' }), '张三_user-1', '张三_user-1'],
    [text({ pattern: 'number' }), '12.50', '12.50'],
    [text({ pattern: 'email' }), `a@${'b'.repeat(249)}.cn`, `a@${'b'.repeat(249)}.cn`],
    [text({ pattern: 'idCard' }), '11010519491231002x', '11010519491231002X'],
    [many, ['1', 2, 1], [1, 2]],
    [f.ref(label, 'x', { many: true, max: 2000 }), Array(1001).fill('1'), ['1']],
    [f.colour(label), '3AF', '#33aaff'],
    [f.icon(label), 'door-open', 'door-open'],
    [f.code(label, { language: 'text' }), '  a\n', '  a\n'],
    [html, '<p></p>', null],
    [html, '<p><img src="/a.png"></p>', '<p><img src="/a.png"></p>'],
    [f.span(label, { of: 'clock' }), { from: '22:00', to: '06:00' }, { from: '22:00', to: '06:00' }],
    [f.dictionary(label, { from: '/api/x' }), 5, '5'],
    [f.dictionary(label, { from: '/api/x', shape: 'way' }), ['44', '4403'], ['44', '4403']],
  ])('%# %j', (field, given, kept) => {
    expect(judge(field, given)).toEqual({ ok: kept })
  })
})

test.each([
  ['', '证件号码不能为空'],
  ['123', '证件号码长度不为18位'],
  ['1101051949123100AX', '证件号码格式错误'],
  ['990105194912310026', '地址编码错误'],
  ['110105194912310021', '证件号码校验位错误'],
  ['11010519491231002X', undefined],
])('identity card %s: %s', (number, message) => {
  expect(idCardProblem(number)?.[0]).toBe(message)
})

test('masks show the first ten and last two of an ID, the first three and last four of a phone', () => {
  expect([maskIdCard('11010519491231002X'), maskPhone('13800138000')]).toEqual(['1101051949******2X', '138****8000'])
})

describe('the number of a document is judged by its kind', () => {
  const kinds = {
    card: [1, '身份证', 'Card'],
    passport: [2, '护照', 'Passport'],
    permit: [3, '通行证', 'Permit'],
  } as const
  const fields: f.Fields = {
    kind: f.choice(
      ['证件类型', 'Kind'],
      { ...kinds, stay: [7, '居住证', 'Stay'], settled: [8, '永居', 'Settled'] },
      { initial: 1 },
    ),
    no: f.text(['证件号码', 'Number'], {
      pattern: 'idCard',
      patternWith: { kind: { 2: 'passport', 3: 'travelPermit', 7: 'residencePermit', 8: 'permanentResidence' } },
    }),
  }
  const withCheck = (body: string): string => body + checkDigit(body)
  test.each<[kind: number | undefined, no: string, problem: string | null]>([
    [undefined, '11010519491231002X', null],
    [1, 'E12345678', '证件号码长度不为18位'],
    [1, withCheck('99010519491231002'), '地址编码错误'],
    [2, 'e1234 5678', null],
    [2, 'ABCDEFGH', '护照号码应为5到15位的字母和数字'],
    [3, 'h12345678', null],
    [3, 'M1234567801', null],
    [3, 'C12345678', '港澳居民来往内地通行证号码应为字母H或M加8位或10位数字'],
    [7, withCheck('81000019900101001'), null],
    [7, withCheck('83000019900101001'), null],
    [7, '83000019900101001', '居住证号码长度不为18位'],
    [7, withCheck('83000019901301001'), '居住证号码格式错误'],
    [7, withCheck('11000019900101001'), '居住证号码应以810000、820000或830000开头'],
    [7, `83000019900101001${withCheck('83000019900101001')[17] === '0' ? '1' : '0'}`, '证件号码校验位错误'],
    [8, withCheck('91184019900101001'), null],
    [8, 'usa110085010112', null],
    [8, 'USA110085130112', '15位的外国人永久居留身份证号码应为3位字母加12位数字，并含出生日期'],
    [8, withCheck('81184019900101001'), '外国人永久居留身份证号码应以9开头，格式错误'],
    [8, '9118', '外国人永久居留身份证号码长度应为18位，旧证为15位'],
  ])('%j %s: %s', (kind, no, problem) => {
    const judged = judgeAll(fields, { kind, no })
    expect('problems' in judged ? judged.problems[0]!.text[0] : null).toBe(problem)
  })
  test('a change of the kind asks for the number again, and the stored kind counts where none is given', () => {
    const beside = { kind: 2, no: '******678' }
    const edit = (given: object) => judgeAll(fields, given, {}, { partial: true, beside })
    expect(edit({ no: 'E87654321' })).toEqual({ ok: { no: 'E87654321' } })
    expect(edit({ kind: 2 })).toEqual({ ok: { kind: 2 } })
    expect(edit({ kind: 1 })).toMatchObject({
      problems: [{ field: 'no', text: ['证件类型已更改，请重新填写证件号码', expect.any(String)] }],
    })
    expect(edit({ kind: 1, no: '11010519491231002X' })).toEqual({ ok: { kind: 1, no: '11010519491231002X' } })
  })
  test('shorter numbers show less of their beginning', () => {
    expect(['E12345678', 'USA110085010112', 'H1234567'].map(maskIdCard)).toEqual([
      'E******78',
      'USA1100******12',
      '******67',
    ])
  })
})
