/** The tables of a simulated terminal of ZKTeco: people, their pictures, hours and doors, and how it decides by them. */
import { download } from './httpCall.ts'

type Fields = Map<string, string>
export interface ZkUser {
  name: string
  card: string
  password: string
  from: string
  to: string
}

/** Returned for what was done, what the terminal does not know, and what it has no room for. */
export const [DONE, NO_COMMAND] = [0, -13] as const
const [NO_ROOM, NO_PICTURE] = [-18, -721] as const
export const PASSED = 0
const [NOT_IN_TIME, EXPIRED] = [22, 29] as const
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const FETCH_MS = 8000

export class ZkTables {
  readonly users = new Map<string, ZkUser>()
  readonly pictures = new Map<string, Buffer>()
  readonly authorized = new Map<string, string>()
  readonly timezones = new Map<string, Fields>()
  readonly capacity: number

  constructor(capacity: number) {
    this.capacity = capacity
  }

  /** What is not named stays as it was. */
  async update(table: string, text: string): Promise<number> {
    const fields = fieldsOf(text)
    const pin = fields.get('pin') ?? ''
    if (table === 'user') {
      const known = this.users.get(pin)
      if (!known && this.users.size >= this.capacity) return NO_ROOM
      const { name = '', card = '', password = '', from = '0', to = '0' } = known ?? {}
      this.users.set(pin, {
        name: fields.get('name') ?? name,
        card: fields.get('cardno') ?? card,
        password: fields.get('password') ?? password,
        from: fields.get('starttime') ?? from,
        to: fields.get('endtime') ?? to,
      })
    } else if (table === 'mulcarduser') {
      const user = this.users.get(pin)
      if (user) user.card = [user.card, String(BigInt(`0x${fields.get('cardno')}`))].filter(Boolean).join(',')
    } else if (table === 'timezone') this.timezones.set(fields.get('timezoneid') ?? '', fields)
    else if (table === 'userauthorize') this.authorized.set(pin, fields.get('authorizetimezoneid') ?? '')
    else if (table === 'biophoto') return this.fetch(pin, fields.get('url') ?? '')
    else return NO_COMMAND
    return DONE
  }
  private async fetch(pin: string, url: string): Promise<number> {
    try {
      this.pictures.set(pin, await download(url, FETCH_MS))
      return DONE
    } catch {
      return NO_PICTURE
    }
  }
  remove(table: string, text: string): number {
    const fields = fieldsOf(text)
    const pin = fields.get('pin') ?? ''
    if (table === 'user') this.users.delete(pin)
    else if (table === 'biophoto') this.pictures.delete(pin)
    else if (table === 'userauthorize') this.authorized.delete(pin)
    else if (table !== 'mulcarduser') return NO_COMMAND
    else if (this.users.has(pin)) this.users.get(pin)!.card = ''
    return DONE
  }

  records(table: string): string[] {
    const users = [...this.users]
    if (table === 'user')
      return users.map(
        ([pin, { card, password }], no) => `user uid=${no + 1}\tcardno=${card}\tpin=${pin}\tpassword=${password}`,
      )
    if (table === 'biophoto') return [...this.pictures.keys()].map(pin => `biophoto pin=${pin}\ttype=9`)
    return users.flatMap(([pin, { card }]) => (card ? [`mulcarduser pin=${pin}`] : []))
  }

  whose({ pin, card, password }: { pin?: string; card?: string; password?: string }): string | undefined {
    if (card !== undefined) return [...this.users].find(([, user]) => user.card.split(',').includes(card))?.[0]
    if (password !== undefined) return [...this.users].find(([, user]) => user.password === password)?.[0]
    return pin !== undefined && this.pictures.has(pin) ? pin : undefined
  }
  judge(pin: string, wall: Date): number {
    const user = this.users.get(pin)
    const timezone = this.timezones.get(this.authorized.get(pin) ?? '')
    if (!user || !timezone) return NOT_IN_TIME
    const seconds = zkSeconds(wall)
    if ((user.from !== '0' && seconds < Number(user.from)) || (user.to !== '0' && seconds > Number(user.to)))
      return EXPIRED
    const day = DAYS[wall.getUTCDay()]!.toLowerCase()
    const now = wall.getUTCHours() * 100 + wall.getUTCMinutes()
    const isOpen = [1, 2, 3].some(no => {
      const span = Number(timezone.get(`${day}time${no}`) ?? 0)
      return span > 0 && now >= Math.floor(span / 65_536) && now <= span % 65_536
    })
    return isOpen ? PASSED : NOT_IN_TIME
  }
}

const fieldsOf = (text: string): Fields =>
  new Map(
    text.split('\t').flatMap(pair => {
      const at = pair.indexOf('=')
      return at < 0 ? [] : [[pair.slice(0, at).toLowerCase(), pair.slice(at + 1)]]
    }),
  )
/** Months of 31 days since 2000. */
const zkSeconds = (wall: Date): number => {
  const days = (wall.getUTCFullYear() - 2000) * 372 + wall.getUTCMonth() * 31 + wall.getUTCDate() - 1
  return days * 86_400 + wall.getUTCHours() * 3600 + wall.getUTCMinutes() * 60 + wall.getUTCSeconds()
}
