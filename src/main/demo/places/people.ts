/** Invented people, the same at every start: families and staff by hand, whole schools and workshops generated. */
import { randomInt } from 'node:crypto'
import type { Cast } from './PlacePlan.ts'

const SURNAMES =
  '王李张刘陈杨黄赵周吴徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤'
const HIS =
  '伟强磊军洋勇杰涛明超刚平辉鹏华飞鑫波斌宇浩凯健俊帆帅旭宁晨睿翔博文昊轩志远 建华 志强 浩然 子轩 俊杰 宇航 文博 一鸣 天佑 国栋 海涛 晓峰 振宇 思源 明哲 家豪 立新 永康 少华 成林 启明 嘉木 承志'
const HERS =
  '芳娜敏静丽艳娟霞秀玲燕红梅倩婷雪莹洁琳璐颖佳慧蕾 桂英 淑芬 雨桐 思雨 梦琪 欣怡 诗涵 佳怡 晓燕 海燕 丽华 美玲 若曦 可馨 语嫣 静怡 雅琴 婉清 秋萍 子涵 一诺 安然 书瑶 明珠 春梅 玉兰'
const split = (words: string): string[] => words.split(' ').flatMap((part, at) => (at === 0 ? [...part] : [part]))
const [SURNAME, HIM, HER] = [[...SURNAMES], split(HIS), split(HERS)]

/** `name m31` or `name f31`, as `read` takes them; different seeds give different people. */
export function invent(seed: number, count: number, age: readonly [from: number, to: number]): string {
  const found = new Set<string>()
  // The steps share no divisor with the lists, so that all pairs occur before one is repeated.
  for (let at = seed; found.size < count; at += 1) {
    const hers = (at * 7) % 5 < 2
    const given = hers ? HER : HIM
    const name = SURNAME[(at * 37 + seed) % SURNAME.length]! + given[(at * 53 + seed * 11) % given.length]!
    found.add(`${name} ${hers ? 'f' : 'm'}${age[0] + ((at * 29 + seed) % (age[1] - age[0] + 1))}`)
  }
  return [...found].join(' ')
}

export interface Reading extends Pick<Cast, 'type' | 'group' | 'home' | 'org'> {
  /** Prefix of the person's number. */
  letter: string
  /** The first seven digits of the phone number. */
  phone: string
  /** The number of the first person; the others follow. */
  from: number
}

/** People from a list of `name m31`; `special` overrides properties of some of them. */
export const read = (
  text: string,
  { letter, phone, from, ...base }: Reading,
  special: Readonly<Record<string, Partial<Cast>>> = {},
): Cast[] =>
  [...text.matchAll(/(\S+) ([mf])(\d+)/g)].map(([, name = '', gender, age], at) => ({
    name,
    personNo: `${letter}${1000 + from + at}`,
    ...base,
    gender: gender === 'f' ? 2 : 1,
    age: Number(age),
    phone: `${phone}${1000 + from + at}`,
    card: `00${38_120_417 + (from + at) * 7919}`.slice(0, 10),
    portrait: 400,
    ...special[name],
  }))

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
/** A plate that is registered for nobody. */
export const strangerPlate = (): string => `沪B${randomInt(10_000, 100_000)}`

/** Every third adult has a car; `region` begins its plate. Each fourth car is electric: its plate has one place more. */
export const withCars = (people: readonly Cast[], region: string): Cast[] =>
  people.map((person, at) =>
    person.age < 20 || at % 3
      ? person
      : {
          ...person,
          plate: `${region}${at % 4 ? '' : 'D'}${LETTERS[at % LETTERS.length]}${1000 + ((at * 7919) % 9000)}`,
        },
  )

/** Every fourth adult has a PIN. */
export const withPins = (people: readonly Cast[]): Cast[] =>
  people.map((person, at) =>
    person.age < 20 || at % 4 ? person : { ...person, pin: String(100_000 + ((at * 48_271) % 900_000)) },
  )

/** Two people with the same name would be confusing; the later one is left out. */
export function withoutNamesakes(people: readonly Cast[]): Cast[] {
  const names = new Set<string>()
  return people.filter(({ name }) => !names.has(name) && !!names.add(name))
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
/** The same span on the given weekdays, 1 is Monday. */
export const spans = (from: string, to: string, weekdays: readonly number[] = EVERY_DAY) =>
  weekdays.map(weekday => ({ weekday, from, to }))
