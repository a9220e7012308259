/** What the boards of the places show, by the hours of their plan. */
import type { PlacePlan } from './PlacePlan.ts'

export const BY_DAY_PLAN = '日间 06:00–22:00'
export const RESIDENCE_PROGRAMMES: PlacePlan['programmes'] = [
  {
    ...{ name: '日间欢迎', priority: 10, timePlan: BY_DAY_PLAN, voice: '欢迎光临' },
    lines: [
      { text: '欢迎光临', color: 1, mode: 0 },
      { text: '滨江壹号', color: 3, mode: 0 },
      { text: '访客请在岗亭登记', color: 2, mode: 1 },
      { text: '限速 5km', color: 1, mode: 0 },
    ],
  },
  {
    ...{ name: '夜间静音', priority: 1 },
    lines: [
      { text: '夜间请勿', color: 1, mode: 0 },
      { text: '鸣笛', color: 1, mode: 0 },
    ],
  },
  {
    ...{ name: '断网提示', priority: 0, use: 1, offlineAfterS: 60 },
    lines: [
      { text: '请联系', color: 1, mode: 0 },
      { text: '岗亭值班', color: 1, mode: 0 },
    ],
  },
]
