/** Who lives and works in the demo: invented people, the same at every start. */
import type { HairStyle } from '#simulators/bust.ts'

export const PERSON_TYPE = { employee: 1, resident: 2, visitor: 4, blocked: 5 } as const

export interface Cast {
  name: string
  personNo: string
  /** Path of organisations below the application, as in `plan.ts`. */
  org: string
  /** 1, 2 or 3 for who lives in that building. */
  building: number | null
  type: number
  gender: 1 | 2
  age: number
  phone: string
  card: string | null
  style?: HairStyle
  /** Pixels of the portrait's width; 0 is no portrait. */
  portrait: number
  /** Days until the right to come ends; negative is over already. */
  validDays?: number
  paused?: true
  group: '全体住户' | '物业' | '夜间限行'
}

/** Families by unit: name, `m` or `f`, age. */
const HOMES: Record<string, string> = {
  '1栋/1单元': '周建国 m63 王秀兰 f61 周雨桐 f31 梁思远 m33 孙晓楠 f29 吴承泽 m35 林子墨 m27 何俊峰 m42',
  '1栋/2单元': '郑浩 m38 许静怡 f36 许可欣 f12 冯大伟 m51 陈美玲 f48 陈宇航 m22 沈佳宁 f26 朱志强 m44',
  '2栋/1单元': '赵明轩 m34 钱若溪 f32 赵一诺 f9 高文博 m29 罗淑芬 f67 唐小雅 f24 韩冬 m46 蒋丽华 f45',
  '2栋/2单元': '马骏 m31 苏婉清 f30 董志远 m55 袁秋萍 f53 袁子涵 f19 潘岳 m28 于海洋 m40 田静 f39',
  '3栋/1单元': '杜宇轩 m26 魏雪 f25 任国栋 m69 方玉梅 f66 石磊 m37 姚瑶 f34 谭志明 m49 廖晨曦 f23',
  '3栋/2单元': '邹凯 m32 熊佳琪 f30 金永福 m71 陆婷婷 f28 郝帅 m29 孔令辉 m41 白洁 f43 崔浩然 m20',
}
const STAFF: Record<string, string> = {
  '物业服务中心/安保部': '张卫东 m52 李建军 m47 刘强 m35 杨勇 m31',
  '物业服务中心/工程部': '黄师傅 m50 徐飞 m33',
  '物业服务中心/客服部': '叶晓岚 f28 程玲 f34 林晓 f30',
  '物业服务中心/保洁部': '吕桂英 f55 丁秀珍 f58 曹玉兰 f57',
}
/** Who comes by day only: couriers, tutors, home help. */
const BY_DAY = '顾明 m27 侯亮 m24 贺春花 f49 夏老师 f33'

const CARDLESS = new Set(['许可欣', '赵一诺', '唐小雅', '崔浩然', '郝帅'])
const SPECIAL: Record<string, Partial<Cast>> = {
  罗淑芬: { portrait: 0 },
  任国栋: { portrait: 0 },
  // Big enough for the platform (120), too small for the old terminal at the north gate.
  廖晨曦: { portrait: 150 },
  潘岳: { validDays: -6 },
  魏雪: { validDays: -20 },
  谭志明: { validDays: -2 },
  沈佳宁: { validDays: 18 },
  孔令辉: { type: PERSON_TYPE.blocked },
  杨勇: { style: 'cap' },
  刘强: { style: 'cap' },
  侯亮: { style: 'cap' },
  丁秀珍: { paused: true },
}

function read(text: string, org: string, base: Pick<Cast, 'type' | 'group' | 'building'>, from: number): Cast[] {
  return text
    .split(' ')
    .reduce<string[][]>((pairs, word, index) => (index % 2 ? pairs.at(-1)!.push(word) : pairs.push([word]), pairs), [])
    .map(([name, facts], index) => {
      const number = from + index
      return {
        name: name!,
        personNo: `${base.group === '物业' ? 'W' : base.group === '夜间限行' ? 'L' : 'R'}${String(1000 + number)}`,
        org,
        ...base,
        gender: facts!.startsWith('f') ? 2 : 1,
        age: Number(facts!.slice(1)),
        phone: `1380000${String(1000 + number)}`,
        card: CARDLESS.has(name!) ? null : `00${String(38_120_417 + number * 7919).slice(0, 8)}`,
        portrait: 480,
        ...SPECIAL[name!],
      }
    })
}

/** Everybody, with numbers that never change. */
export const cast: readonly Cast[] = [
  ...Object.entries(HOMES).flatMap(([org, text], index) =>
    read(text, org, { type: PERSON_TYPE.resident, group: '全体住户', building: Number(org[0]) }, index * 10),
  ),
  ...Object.entries(STAFF).flatMap(([org, text], index) =>
    read(text, org, { type: PERSON_TYPE.employee, group: '物业', building: null }, 100 + index * 10),
  ),
  ...read(BY_DAY, '访客与服务', { type: PERSON_TYPE.visitor, group: '夜间限行', building: null }, 200),
]
