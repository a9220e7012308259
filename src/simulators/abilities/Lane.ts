/**
 * A lane: opens for one, counts who passed, asks the platform about cards that are shown, and reports who comes without permission.
 * What moves in it is its `Motion`.
 */
import { randomUUID } from 'node:crypto'
import { LANE_COMMANDS, LANE_KINDS } from '#devices/abilities/lane.ts'
import { PASS_METHODS } from '#devices/abilities/passage.ts'
import { carPicture, platePicture } from '../carPicture.ts'
import { refused, type Answer, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'
import type { Motion } from './Motion.ts'

export interface LaneOptions {
  /** For people; otherwise for cars. */
  forPeople?: boolean
}
export type Way = 1 | 2
/** The platform answers within a second. */
const ASK_MS = 1000
const LOOK_MS = 200
/** Whoever was let in comes within this time, or it closes without them. */
const COMES_WITHIN_MS = 10_000
const [IN, OUT] = [1, 2] as const

export class Lane implements Behaviour {
  private readonly device: SimDevice
  private readonly motion: Motion
  private readonly forPeople: boolean
  private passIn: number
  private passOut: number
  private waiting = false
  /** Somebody was let in and has not passed yet. */
  private expected = false

  constructor(device: SimDevice, motion: Motion, { forPeople = false }: LaneOptions = {}) {
    this.device = device
    this.motion = motion
    this.forPeople = forPeople
    this.passIn = Math.round(device.between(2000, 9000))
    this.passOut = Math.round(device.between(2000, 9000))
  }

  values(): Values {
    return { lanes: [{ no: 1, ...this.motion.ofPart(), ...this.own() }] }
  }
  private own(): Values {
    return {
      laneKind: (this.forPeople ? LANE_KINDS.people : LANE_KINDS.cars)[0],
      ...{ loopFront: this.waiting, passIn: this.passIn, passOut: this.passOut },
    }
  }

  readonly commands: Behaviour['commands'] = {
    [LANE_COMMANDS.in]: () => this.letOne(IN),
    [LANE_COMMANDS.out]: () => this.letOne(OUT),
  }

  private letOne(way: Way): Answer {
    if (this.expected) return refused(4290, '正在放行 somebody is being let through')
    const answer = this.motion.open()
    if (answer.code === 200) this.expect(way, { method: PASS_METHODS.remote[0] })
    return answer
  }

  /** Somebody shows a card. The platform decides; without it the lane stays closed. */
  present(cardNo: string, way: Way): Promise<boolean> {
    return this.asks({ cardNo, method: PASS_METHODS.card[0] }, way)
  }
  /** A car comes, and its plate is read. The platform decides. */
  async drive(plateNo: string, way: Way): Promise<boolean> {
    const [all, part] = await Promise.all([carPicture(plateNo), platePicture(plateNo)])
    const pictures = { photo: part.toString('base64'), scene: all.toString('base64') }
    return this.asks({ plateNo, method: PASS_METHODS.plate[0], ...pictures }, way)
  }
  private async asks(shown: Values, way: Way): Promise<boolean> {
    if (this.expected) return false
    this.wait(true)
    const record = { guid: randomUUID(), ...this.motion.named(), ...shown, direction: way }
    const word = await this.device.ask('askPass', record, ASK_MS)
    const allowed = word?.allow === true && this.motion.open().code === 200
    // The question is the record of this passage.
    if (allowed) this.expect(way, null)
    else this.wait(false)
    return allowed
  }

  /** Somebody leaves by the exit button, or a car by the loop before the bar. */
  goOut(): void {
    if (this.expected || this.motion.open().code !== 200) return
    this.wait(true)
    this.expect(OUT, { method: PASS_METHODS.button[0] })
  }

  /** Whoever stands in the lane keeps it from closing. */
  occupy(on: boolean): void {
    this.motion.obstruct(on, this.forPeople ? 'sensor' : 'loopBack')
  }
  private wait(on: boolean): void {
    if (this.forPeople || this.waiting === on) return
    this.waiting = on
    this.device.report({ lanes: [{ no: 1, loopFront: on }] })
  }

  /** Once it is open they come, pass, and it closes behind them. `record`: what is reported of it, if anything. */
  private expect(way: Way, record: Values | null): void {
    this.expected = true
    const startedMs = performance.now()
    const look = (): void => {
      if (this.motion.isOpen) return this.come(way, record)
      if (performance.now() - startedMs > COMES_WITHIN_MS) return this.leave()
      this.device.after(LOOK_MS, look)
    }
    look()
  }
  private come(way: Way, record: Values | null): void {
    this.device.after(this.device.between(500, 1500), () => {
      this.wait(false)
      this.occupy(true)
      this.device.after(this.device.between(1000, 2500), () => this.passed(way, record))
    })
  }
  private passed(way: Way, record: Values | null): void {
    if (way === IN) this.passIn += 1
    else this.passOut += 1
    this.device.report({ lanes: [{ no: 1, passIn: this.passIn, passOut: this.passOut }] })
    if (record)
      this.device.event('pass', { ...this.motion.named(), guid: randomUUID(), ...record, direction: way, ok: true })
    this.leave()
    this.occupy(false)
    this.motion.close()
  }
  private leave(): void {
    this.expected = false
    this.wait(false)
  }

  /** Somebody does what nobody may: `follow`, `reverse`, `hitBar`, `barDrop`. */
  offend(event: 'follow' | 'reverse' | 'hitBar' | 'barDrop', way: Way = IN): void {
    this.device.event(event, {
      ...this.motion.named(),
      guid: randomUUID(),
      ...(event === 'barDrop' ? {} : { direction: way }),
    })
  }
  /** Somebody is in the lane without permission, until they are gone. */
  intrude(on: boolean, way: Way = IN): void {
    this.occupy(on)
    this.device.event('intrude', { ...this.motion.named(), guid: randomUUID(), direction: way, on })
  }
}
