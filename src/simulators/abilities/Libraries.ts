/** The libraries of a simulated recorder: faces that it stores, compared with whoever passes its cameras. */
import { randomUUID } from 'node:crypto'
import { FACE_MATCH, MOST_HITS } from '#devices/abilities/libraries.ts'
import { captureOf, sizeOf } from '../camera.ts'
import { download } from '../httpCall.ts'
import { done, refused, type Answer, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'
import { refusalOf, type Span } from '../validity.ts'
import { stranger, type Passer, type Recorder } from './Recorder.ts'

interface Given {
  personId: string
  name: string
  libIds: number[]
  photoUrl: string
  photoDigest: string
  digest: string
}
export interface HeldFace extends Omit<Given, 'photoUrl'> {
  photo: Buffer
}
interface Armed {
  channelNo: number
  libId: number
  threshold: number
  plan: { zone: string; week: Span[] | null; closedDays: string[] } | null
}
interface Arming {
  libs: { libId: number; name: string }[]
  arms: Armed[]
}
interface Result {
  personId: string
  code: number
  msg?: string
}
export interface LibraryOptions {
  faceCapacity?: number
}
const FETCH_MS = 8000
const MIN_SIDE = 80
const NOTHING: Arming = { libs: [], arms: [] }

export class Libraries implements Behaviour {
  readonly held = new Map<string, HeldFace>()
  arming: Arming = NOTHING
  private version = ''
  private readonly device: SimDevice
  private readonly recorder: Recorder
  private readonly capacity: number

  constructor(device: SimDevice, recorder: Recorder, { faceCapacity = 10_000 }: LibraryOptions = {}) {
    this.device = device
    this.recorder = recorder
    this.capacity = faceCapacity
  }

  values(): Values {
    return { faceCount: this.held.size, faceCapacity: this.capacity }
  }
  reset(): void {
    this.held.clear()
    this.arming = NOTHING
    this.version = ''
  }

  readonly commands: Behaviour['commands'] = {
    addFaces: async ({ faces }) => {
      const results: Result[] = []
      for (const given of (faces ?? []) as Given[]) results.push(await this.add(given))
      this.device.report(this.values())
      return done({ results })
    },
    deleteFaces: ({ personIds }) => {
      const results = ((personIds ?? []) as unknown[]).map((personId): Result => {
        this.held.delete(String(personId))
        return { personId: String(personId), code: 0 }
      })
      this.device.report(this.values())
      return done({ results })
    },
    queryFaces: ({ page, size }) => {
      const [from, count] = [(Number(page ?? 1) - 1) * Number(size ?? 100), Number(size ?? 100)]
      const items = [...this.held.values()].slice(from, from + count)
      return done({ items: items.map(({ personId, digest }) => ({ personId, digest })), total: this.held.size })
    },
    setArming: ({ arming, version }) => {
      if (this.device.faults.has('busy')) return refused(4290, '设备忙')
      const given = arming as Arming
      const unknown = given.arms.find(one => one.channelNo > this.recorder.channels)
      if (unknown) return refused(460, `没有此通道 no channel ${unknown.channelNo}`)
      this.arming = given
      this.version = String(version ?? '')
      return done({ version: this.version })
    },
    getArming: () => done({ version: this.version }),
    searchFace: ({ captureGuid, least }) => this.search(String(captureGuid), Number(least ?? 60)),
  }

  private async add({ photoUrl, ...given }: Given): Promise<Result> {
    const personId = String(given.personId)
    const known = this.held.get(personId)
    if (this.device.faults.has('busy')) return { personId, code: 4290, msg: '设备忙' }
    if (!known && (this.held.size >= this.capacity || this.device.faults.has('full')))
      return { personId, code: 4130, msg: '容量已满' }
    const photo = known?.photoDigest === given.photoDigest ? known.photo : await this.fetched(photoUrl)
    if (!photo) return { personId, code: 4103, msg: '照片无法下载' }
    const side = await sizeOf(photo, given.photoDigest)
    if (side === null) return { personId, code: 4101, msg: '照片无人脸' }
    if (side < MIN_SIDE) return { personId, code: 4102, msg: 'FACE_TOO_SMALL' }
    this.held.set(personId, { ...given, personId, photo })
    return { personId, code: 0 }
  }
  private async fetched(url: string): Promise<Buffer | null> {
    try {
      return await download(url, FETCH_MS)
    } catch (error) {
      this.device.log(`cannot fetch ${url.slice(0, 60)}…: ${(error as Error).message}`)
      return null
    }
  }

  /** The captures of the same face, the most similar first. */
  private search(guid: string, least: number): Answer {
    const asked = this.recorder.captures.find(one => one.guid === guid)
    if (!asked) return refused(4104, '没有这张抓拍 no such capture')
    const hits = this.recorder.captures
      .filter(one => one.who === asked.who && one.guid !== guid)
      .map((one, at) => ({ guid: one.guid, score: 97 - (at % 12) }))
      .filter(one => one.score >= least)
    return done({ hits: hits.sort((one, other) => other.score - one.score).slice(0, MOST_HITS) })
  }

  /** Whether the camera compares with the library now. */
  private isArmed({ plan }: Armed): boolean {
    return (
      plan === null ||
      refusalOf({ validFrom: null, validTo: null, ...plan }, this.device.clock.now(), plan.zone) === null
    )
  }

  /** Somebody passes a camera; whom it stores in a library of that camera is reported. `personId` null is a stranger. */
  async appear(personId: string | null, score = Math.round(this.device.between(84, 99))): Promise<void> {
    const held = personId === null ? undefined : this.held.get(personId)
    const seen = await this.recorder.see(held ? known(held) : stranger())
    if (!seen || !held) return
    for (const armed of this.arming.arms) {
      const fits = armed.channelNo === seen.channelNo && held.libIds.includes(armed.libId)
      if (!fits || score < armed.threshold || !this.isArmed(armed)) continue
      const found = { captureGuid: seen.guid, channelNo: seen.channelNo, libId: armed.libId, personId: held.personId }
      this.device.event(FACE_MATCH, { guid: randomUUID(), ...found, score })
    }
  }
}
const known = ({ personId, photo, photoDigest }: HeldFace): Passer => ({
  who: personId,
  picture: () => captureOf(photo, photoDigest),
})
