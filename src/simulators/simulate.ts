/** A device of a class, composed of the abilities of its class. */
import type { CLASS_CHOICES } from '#devices/generated/choices.ts'
import type { MotionAbility } from '#devices/abilities/motionSpec.ts'
import { all } from '#devices/generated/classes.ts'
import type { Ability, DeviceClass, HeldSet } from '#model/device.ts'
import { Analysis } from './abilities/Analysis.ts'
import { Arming, Zones, type ZoneOptions } from './abilities/AlarmHost.ts'
import { Apps, type AppOptions } from './abilities/Apps.ts'
import { Board, type BoardOptions } from './abilities/Board.ts'
import { Capturing } from './abilities/Capturing.ts'
import { Cards, type CardOptions } from './abilities/Cards.ts'
import type { ChannelOptions } from './abilities/Channels.ts'
import { Common, type CommonOptions } from './abilities/Common.ts'
import { DoorSettings } from './abilities/DoorSettings.ts'
import { Doors, type DoorOptions } from './abilities/Doors.ts'
import { Faces, type FaceOptions } from './abilities/Faces.ts'
import { AdvertScreen, type ScreenOptions } from './abilities/AdvertScreen.ts'
import { Recorder } from './abilities/Recorder.ts'
import { Scanner, type ScannerOptions } from './abilities/Scanner.ts'
import { RightsList } from './abilities/RightsList.ts'
import { Lane, type LaneOptions } from './abilities/Lane.ts'
import { Libraries, type LibraryOptions } from './abilities/Libraries.ts'
import { Motion, type MotionOptions } from './abilities/Motion.ts'
import { ParkingSpace, type SpaceOptions } from './abilities/ParkingSpace.ts'
import { Pins } from './abilities/Pins.ts'
import { TempPins, type TempPinOptions } from './abilities/TempPins.ts'
import { SimDevice, type DeviceOptions } from './SimDevice.ts'

export type SimClass = keyof typeof CLASS_CHOICES
const isClass = (value: unknown): value is DeviceClass =>
  typeof value === 'object' && value !== null && 'abilities' in value
export const classes: ReadonlyMap<string, DeviceClass> = new Map(all.filter(isClass).map(one => [one.key, one]))

export interface SimOptions
  extends
    DeviceOptions,
    CommonOptions,
    DoorOptions,
    FaceOptions,
    CardOptions,
    MotionOptions,
    LaneOptions,
    LibraryOptions,
    AppOptions,
    ChannelOptions,
    BoardOptions,
    ScreenOptions,
    ScannerOptions,
    SpaceOptions,
    TempPinOptions,
    ZoneOptions {
  doorCount?: number
}
export interface Simulated {
  deviceClass: string
  device: SimDevice
  doors?: Doors
  doorSettings?: DoorSettings
  tempPins?: TempPins
  faces?: Faces
  apps?: Apps
  screen?: AdvertScreen
  cards?: Cards
  motion?: Motion
  lane?: Lane
  plates?: RightsList<{ plates: string[] }>
  pins?: Pins
  space?: ParkingSpace
  board?: Board
  capturing?: Capturing
  analysis?: Analysis
  recorder?: Recorder
  libraries?: Libraries
  scanner?: Scanner
  arming?: Arming
  zones?: Zones
}

const setIn = (holds: Ability['holds']): HeldSet => holds!.find(one => one.kind === 'set') as HeldSet

/** The behaviour of an ability, by its name; the earlier abilities it uses are in `made`. */
export type Behaves = (made: Simulated, options: SimOptions, ability: Ability) => void
const BEHAVIOURS: Record<string, Behaves> = {
  common: ({ device }, options) => void device.use(new Common(device, options)),
  doors: (made, options, { components }) => {
    const count = components?.door?.max === 1 ? 1 : (options.doorCount ?? 4)
    made.doors = made.device.use(new Doors(made.device, count, options))
  },
  faces: (made, options, { properties }) => {
    const opensByItself = properties?.relayMs !== undefined
    made.faces = made.device.use(new Faces(made.device, made.doors!, { ...options, opensByItself }))
  },
  apps: (made, options) => {
    made.apps = made.device.use(new Apps(made.device, options))
  },
  board: (made, options) => {
    made.board = made.device.use(new Board(made.device, options))
  },
  screen: (made, options) => {
    made.screen = made.device.use(new AdvertScreen(made.device, options))
  },
  doorSettings: made => {
    made.doorSettings = made.device.use(new DoorSettings(made.device, made.doors!))
  },
  tempPins: (made, options) => {
    made.tempPins = made.device.use(new TempPins(made.device, made.doors!, options, made.pins))
  },
  group: ({ device }) => {
    let groupNo = 1
    device.use({
      values: () => ({ groupNo }),
      commands: {},
      settable: {
        groupNo: value => {
          const fits = typeof value === 'number' && value >= 1 && value <= 99
          if (fits) groupNo = value
          return fits
        },
      },
    })
  },
  scanner: (made, options) => {
    made.scanner = made.device.use(new Scanner(made.device, options))
  },
  cards: (made, options, { holds }) => {
    made.cards = made.device.use(new Cards(made.device, made.doors!, setIn(holds), options))
  },
  motion: (made, options, ability) => {
    const { spec } = ability as MotionAbility
    const part = spec.per === undefined ? undefined : classes.get(made.deviceClass)?.components[spec.per]
    made.motion = made.device.use(new Motion(made.device, spec, options, part))
  },
  lane: (made, options) => {
    made.lane = made.device.use(new Lane(made.device, made.motion!, options))
  },
  analysis: (made, options) => {
    made.analysis = made.device.use(new Analysis(made.device, options))
  },
  recorder: (made, options) => {
    made.recorder = made.device.use(new Recorder(made.device, options))
  },
  libraries: (made, options) => {
    made.libraries = made.device.use(new Libraries(made.device, made.recorder!, options))
  },
  capturing: made => {
    made.capturing = made.device.use(new Capturing(made.device))
  },
  plates: (made, options, { holds }) => {
    const list = new RightsList<{ plates: string[] }>(
      made.device,
      setIn(holds),
      ({ plates }) => plates,
      options.capacity ?? 2000,
    )
    made.plates = made.device.use(list)
  },
  pins: (made, options, { holds }) => {
    made.pins = made.device.use(new Pins(made.device, made.doors!, setIn(holds), options.capacity ?? 2000))
  },
  arming: made => {
    made.arming = made.device.use(new Arming(made.device))
  },
  zones: (made, options) => {
    made.zones = made.device.use(new Zones(made.device, made.arming!, options))
  },
  parkingSpace: (made, options) => {
    made.space = made.device.use(new ParkingSpace(made.device, made.motion!, options))
  },
}

/** An ability without properties and commands needs no behaviour: whoever controls the device makes its events. */
const needsBehaviour = ({ properties, commands }: Ability): boolean =>
  Object.keys(properties ?? {}).length + Object.keys(commands ?? {}).length > 0

/** Creates the device; `device.start()` connects it. Throws where an ability of the class has no behaviour. */
export function simulate(which: SimClass | DeviceClass, options: SimOptions): Simulated {
  const deviceClass = typeof which === 'string' ? classes.get(which)! : which
  const made: Simulated = { deviceClass: deviceClass.key, device: new SimDevice(options) }
  for (const ability of deviceClass.abilities) {
    const behave = BEHAVIOURS[ability.name]
    if (behave) behave(made, options, ability)
    else if (needsBehaviour(ability))
      throw new Error(`${deviceClass.key}: '${ability.name}' has no behaviour; add it to src/simulators/simulate.ts`)
  }
  return made
}
