/** What a simulated device stores of its doors: their hours, how long they open, what they open on; and its alarms, which can be reset. */
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'
import { refusalOf, type Span } from '../validity.ts'
import type { Doors } from './Doors.ts'

interface Plan {
  planId: string
  zone: string
  week: readonly Span[] | null
  closedDays: readonly string[]
}
interface DoorParam {
  doorNo: number
  relayMs: number
  openTimeoutSec: number
  openPlanId: string | null
  /** Of terminals. */
  contact?: boolean
  firstOpens?: boolean
  fireInput?: boolean
}
const LOOK_MS = 1000

export class DoorSettings implements Behaviour {
  plans: readonly Plan[] = []
  params: readonly DoorParam[] = []
  private planVersion = ''
  private paramVersion = ''
  private readonly device: SimDevice
  private readonly doors: Doors

  constructor(device: SimDevice, doors: Doors) {
    this.device = device
    this.doors = doors
    this.look()
  }

  values = (): Values => ({})

  reset(): void {
    this.plans = []
    this.params = []
    this.planVersion = ''
    this.paramVersion = ''
  }

  /** A door stands open in its hours, and closes at their end. */
  private look(): void {
    this.device.after(LOOK_MS, () => {
      for (const { doorNo, openPlanId, firstOpens } of this.params) {
        const plan = this.plans.find(one => one.planId === openPlanId)
        const at = this.device.clock.now()
        const isDue =
          plan !== undefined && refusalOf({ validFrom: null, validTo: null, ...plan }, at, plan.zone) === null
        this.doors.follow(doorNo, isDue, firstOpens ?? false)
      }
      this.look()
    })
  }

  readonly commands: Behaviour['commands'] = {
    setTimePlan: ({ plans, version }) => {
      if (this.device.faults.has('busy')) return refused(4290, '设备忙')
      this.plans = (Array.isArray(plans) ? plans : []) as Plan[]
      this.planVersion = String(version ?? '')
      return done({ version: this.planVersion })
    },
    getTimePlan: () => done({ version: this.planVersion }),
    setDoorParam: ({ doors, version }) => {
      if (this.device.faults.has('busy')) return refused(4290, '设备忙')
      const given = (Array.isArray(doors) ? doors : []) as DoorParam[]
      const unknown = given.find(one => one.doorNo < 1 || one.doorNo > this.doors.count)
      if (unknown) return refused(460, `没有此门 no door ${unknown.doorNo}`)
      this.params = given
      for (const { doorNo, openTimeoutSec, ...param } of given)
        this.doors.tune(doorNo, { ...param, timeoutMs: openTimeoutSec * 1000 })
      this.paramVersion = String(version ?? '')
      return done({ version: this.paramVersion })
    },
    getDoorParam: () => done({ version: this.paramVersion }),
    alarmReset: () => {
      this.doors.resetAlarms()
      return done()
    },
  }
}
