/** A face terminal: stores people with their pictures, recognises them, and treats everybody else as a stranger. */
import { randomUUID } from 'node:crypto'
import { captureOf, enrolledCapture, sceneCapture, sizeOf, strangerCapture } from '../camera.ts'
import { download } from '../httpCall.ts'
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'
import { refusalOf, unkeepable, type Span } from '../validity.ts'
import type { Doors } from './Doors.ts'

interface Given {
  personId: string
  name: string
  zone: string
  validFrom: string | null
  validTo: string | null
  week: Span[] | null
  closedDays: string[]
  photoUrl: string
  photoDigest: string
  digest: string
}
interface Held extends Omit<Given, 'photoUrl'> {
  photo: Buffer
}
interface Result {
  personId: string
  code: number
  msg?: string
}
export interface FaceOptions {
  capacity?: number
  /** The shorter side of the smallest picture in which it finds a face; old terminals need more. */
  minSide?: number
  /** How long its door opens is a property of the terminal; otherwise a setting of the door. */
  opensByItself?: boolean
}

/** Temperatures have one decimal. */
const tenths = (value: number): string => String(Math.round(value * 10) / 10)

const FETCH_MS = 8000
const AT_ONCE = 4
const WAIT_S = 30

export class Faces implements Behaviour {
  readonly held = new Map<string, Held>()
  private readonly device: SimDevice
  private readonly doors: Doors
  private readonly capacity: number
  private readonly minSide: number
  private readonly opensByItself: boolean
  private threshold = 82
  private liveness = 2
  private volume = 60
  private maskMode = 0
  private tempMode = 0
  private tempLimit = '37.3'

  constructor(device: SimDevice, doors: Doors, options: FaceOptions = {}) {
    this.device = device
    this.doors = doors
    this.capacity = options.capacity ?? 5000
    this.minSide = options.minSide ?? 100
    this.opensByItself = options.opensByItself ?? true
  }

  values(): Values {
    return {
      personCount: this.held.size,
      faceCount: this.held.size,
      capacity: this.capacity,
      threshold: this.threshold,
      liveness: this.liveness,
      ...{ maskMode: this.maskMode, tempMode: this.tempMode, tempLimit: this.tempLimit },
      volume: this.volume,
      ...(this.opensByItself ? { relayMs: this.doors.relayMs } : {}),
    }
  }

  readonly commands: Behaviour['commands'] = {
    addPersons: async ({ persons }) => {
      const waiting = [...((persons ?? []) as Given[])]
      const results: Result[] = []
      const work = async (): Promise<void> => {
        for (let given = waiting.shift(); given; given = waiting.shift()) results.push(await this.add(given))
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      this.reportCount()
      return done({ results })
    },
    setPassTime: ({ persons }) => {
      const results = ((persons ?? []) as Given[]).map(given => this.retime(given))
      return done({ results })
    },
    deletePersons: ({ personIds }) => {
      const results = ((personIds ?? []) as unknown[]).map((personId): Result => {
        this.held.delete(String(personId))
        return { personId: String(personId), code: 0 }
      })
      this.reportCount()
      return done({ results })
    },
    queryPersons: ({ page, size }) => {
      const [from, count] = [(Number(page ?? 1) - 1) * Number(size ?? 100), Number(size ?? 100)]
      return done({
        items: [...this.held.values()].slice(from, from + count).map(({ personId, digest }) => ({ personId, digest })),
        total: this.held.size,
      })
    },
    captureFace: ({ personId, timeoutSec }) => {
      void this.capture(String(personId ?? ''), Number(timeoutSec ?? WAIT_S))
      return done()
    },
    snapshot: async () =>
      done({ photo: (await strangerCapture(Math.floor(this.device.random() * 40))).toString('base64') }),
    showMessage: ({ text, seconds }) =>
      typeof text === 'string' && text ? done({ shownS: Number(seconds ?? 5) }) : refused(460, '没有内容 no text'),
  }

  readonly settable: Behaviour['settable'] = {
    threshold: value =>
      this.accept(value, 50, 99, number => {
        this.threshold = number
      }),
    liveness: value =>
      this.accept(value, 0, 3, number => {
        this.liveness = number
      }),
    maskMode: value =>
      this.accept(value, 0, 2, number => {
        this.maskMode = number
      }),
    tempMode: value =>
      this.accept(value, 0, 2, number => {
        this.tempMode = number
      }),
    tempLimit: value =>
      this.accept(Number(value), 35, 42, number => {
        this.tempLimit = tenths(number)
      }),
    volume: value =>
      this.accept(value, 0, 100, number => {
        this.volume = number
      }),
    relayMs: value =>
      this.opensByItself &&
      this.accept(value, 100, 60_000, number => {
        this.doors.relayMs = number
      }),
  }

  private accept(value: unknown, from: number, to: number, take: (number: number) => void): boolean {
    const fits = typeof value === 'number' && value >= from && value <= to
    if (fits) take(value)
    return fits
  }
  private reportCount(): void {
    this.device.report({ personCount: this.held.size, faceCount: this.held.size })
  }

  private async add(given: Given): Promise<Result> {
    const personId = String(given.personId)
    const known = this.held.get(personId)
    if (this.device.faults.has('busy')) return { personId, code: 4290, msg: '设备忙' }
    if (!known && (this.held.size >= this.capacity || this.device.faults.has('full')))
      return { personId, code: 4130, msg: '容量已满' }
    const problem = unkeepable([given], 1)
    if (problem) return { personId, code: 460, msg: problem }
    await this.device.wait(this.device.between(15, 45))
    const photo = known?.photoDigest === given.photoDigest ? known.photo : await this.download(given.photoUrl)
    if (!photo) return { personId, code: 4103, msg: '照片无法下载' }
    const side = await sizeOf(photo, given.photoDigest)
    if (side === null) return { personId, code: 4101, msg: '照片无人脸' }
    if (side < this.minSide) return { personId, code: 4102, msg: 'FACE_TOO_SMALL' }
    const { photoUrl: _, ...kept } = given
    this.held.set(personId, { ...kept, personId, photo })
    return { personId, code: 0 }
  }

  /** Other hours for somebody who is stored. */
  private retime({ zone, validFrom, validTo, week, closedDays, digest, ...given }: Given): Result {
    const personId = String(given.personId)
    const known = this.held.get(personId)
    if (this.device.faults.has('busy')) return { personId, code: 4290, msg: '设备忙' }
    if (!known) return { personId, code: 4104, msg: '没有此人 nobody of that number' }
    const times = { zone, validFrom, validTo, week, closedDays }
    const problem = unkeepable([{ ...known, ...times }], 1)
    if (problem) return { personId, code: 460, msg: problem }
    this.held.set(personId, { ...known, ...times, digest })
    return { personId, code: 0 }
  }

  private async download(url: string): Promise<Buffer | null> {
    try {
      return await download(url, FETCH_MS)
    } catch (error) {
      this.device.log(`cannot fetch ${url.slice(0, 60)}…: ${(error as Error).message}`)
      return null
    }
  }

  /** Somebody steps in front of it and looks at the screen, or nobody does for as long as it waits. */
  private async capture(personId: string, waitS: number): Promise<void> {
    const ok = !this.device.faults.has('nobody')
    await this.device.wait(ok ? this.device.between(1200, 2000) : waitS * 1000)
    const result = ok
      ? { photo: (await enrolledCapture(`portrait ${Math.floor(this.device.random() * 40)}`)).toString('base64') }
      : { reason: 'timeout' }
    this.device.event('faceCaptured', { guid: randomUUID(), personId, ok, ...result })
  }

  /** Why a stored person may not pass at an instant of the device's own clock; null if they may. It stores one right, for its one door. */
  refusal(
    held: Pick<Held, 'validFrom' | 'validTo' | 'week' | 'closedDays' | 'zone'>,
    _doorNo: number,
    at: number,
  ): string | null {
    return this.doors.isHeldClosed(1) ? 'doorClosed' : refusalOf(held, at, held.zone)
  }

  /** Somebody stands in front of it. `personId` is who they are; the terminal may or may not have them stored. */
  async appear(personId: string | null, direction: 1 | 2): Promise<{ ok: boolean; reason: string | null }> {
    const held = personId === null ? undefined : this.held.get(personId)
    const [mask, temp] = [this.device.random() < 0.3, tenths(this.device.between(36.1, 37.2))]
    const reason = held
      ? (this.refusal(held, 1, this.device.clock.now()) ??
        (this.maskMode === 2 && !mask
          ? 'mask'
          : this.tempMode === 2 && Number(temp) > Number(this.tempLimit)
            ? 'temperature'
            : null))
      : 'stranger'
    const seed = Math.floor(this.device.random() * 40)
    const photo = await (held ? captureOf(held.photo, held.photoDigest) : strangerCapture(seed))
    // Of a stranger it keeps the surroundings too.
    const apart: Record<string, Buffer> = held ? {} : { scene: await sceneCapture(photo, `stranger ${seed}`) }
    const value = {
      guid: randomUUID(),
      doorNo: 1,
      ...(held ? { personId: held.personId } : {}),
      method: 1,
      direction,
      ok: reason === null,
      ...(reason ? { reason } : {}),
      score: Math.round(held ? this.device.between(Math.max(this.threshold + 2, 86), 99) : this.device.between(28, 61)),
      ...{ alive: true, ...(this.maskMode ? { mask } : {}), ...(this.tempMode ? { temp } : {}) },
      photo: photo.toString('base64'),
    }
    this.device.event('recognise', value, undefined, apart)
    if (reason === null) this.doors.open(1)
    return { ok: reason === null, reason }
  }
}
