/** The buttons of a part, made from the commands of its class. A choice becomes one button for each option. */
import { lowered, type Text } from '#base/text.ts'
import type { Command, DeviceClass, NeverRule } from '#model/device.ts'
import type { Fields } from '#model/field.ts'
import type { Input, Params } from '#model/row.ts'
import { neverRules } from '../../command/command.rules.ts'
import { SET_LABEL, SET_PROPERTIES } from '../../command/commandWords.rules.ts'
import type { State } from '../DeviceRow.ts'

export interface Act {
  id: string
  identifier: string
  command: Command
  label: Text
  /** Parameters already set by the button. */
  params: Readonly<Params>
  /** Parameters still to be entered, besides the reason. */
  asks: Fields
  /** The parameter with the time of its end, and whether it is required. */
  end?: { name: string; must: boolean }
  /** Already in effect: sending it would change nothing. */
  inForce: boolean
  /** Why it is not possible at the moment. */
  never: Text | null
  /** Whether a user with the permission to force can override every current reason. */
  forcible: boolean
}

const refusalOf = (rules: readonly NeverRule[]): Pick<Act, 'never' | 'forcible'> => ({
  never: (rules.find(rule => !rule.force) ?? rules[0])?.because ?? null,
  forcible: rules.length > 0 && rules.every(rule => rule.force),
})

const actsOf = (
  { mustEnd }: Pick<DeviceClass, 'mustEnd'>,
  identifier: string,
  command: Command,
  state: State | undefined,
): Act[] => {
  const made = (params: Params) => ({
    ...{ identifier, command, params, ...refusalOf(neverRules(command, state ?? {}, params)) },
  })
  const chooser = Object.entries(command.input).find(([, field]) => field.kind === 'choice' && field.required)
  const others = Object.fromEntries(Object.entries(command.input).filter(([name]) => name !== chooser?.[0]))
  const ends = Object.entries(others).find(([, field]) => field.kind === 'instant')
  const asks = Object.fromEntries(Object.entries(others).filter(([name]) => name !== ends?.[0]))
  if (!chooser || chooser[1].kind !== 'choice')
    return [
      {
        ...made({}),
        id: identifier,
        label: command.label,
        asks,
        ...(ends ? { end: { name: ends[0], must: false } } : {}),
        inForce: false,
      },
    ]
  const [name, field] = chooser
  const choices = Object.entries(field.values)
  const now = state?.[name]
  return choices.flatMap(([choice, [wire, zh, en]], at): Act[] => {
    // The first choice is the normal state: it is offered only when there is something to return from.
    const ordinary = at === 0
    if (ordinary && (now === wire || now === undefined)) return []
    const label: Text = ordinary ? [`恢复${zh}`, `Back to ${lowered(en)}`] : [zh, en]
    return [
      {
        ...made({ [name]: wire }),
        id: `${identifier}.${choice}`,
        label,
        asks,
        ...(ends && !ordinary
          ? { end: { name: ends[0], must: mustEnd.some(one => one.property === name && one.is === wire) } }
          : {}),
        inForce: now === wire,
      },
    ]
  })
}

/** Whether a command and the one that takes it back are not both possible, and the state says that this is not the one. */
const ruledOut = ({ commands }: DeviceClass, identifier: string, state: State | undefined): boolean => {
  const undoes = commands[identifier]?.undoes
  const proof = commands[undoes ?? identifier]?.proof
  const value = proof && state?.[proof.property]
  if (!proof || value === undefined || value === null) return false
  if (undoes) return value !== proof.is
  return value === proof.is && Object.values(commands).some(one => one.undoes === identifier)
}

/**
 * `kind` undefined: commands for the device as a whole that people give in the console. A portrait is taken where that of a
 * person is chosen: here it would belong to nobody.
 */
export const actsFor = (deviceClass: DeviceClass, kind: string | undefined, state: State | undefined): readonly Act[] =>
  Object.entries(deviceClass.commands)
    .filter(
      ([identifier, command]) =>
        command.lane === 'now' &&
        command.per === kind &&
        identifier !== deviceClass.portraits?.command &&
        !ruledOut(deviceClass, identifier, state),
    )
    .flatMap(([identifier, command]) => actsOf(deviceClass, identifier, command, state))

/** What parameters are before anybody enters something. */
export const initialOf = (asks: Fields): Input =>
  Object.fromEntries(
    Object.entries(asks).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  )

/** Whether nothing must be entered or confirmed. */
export const isAtOnce = ({ command, asks }: Act): boolean =>
  command.risk === 'none' && command.confirm === undefined && Object.keys(asks).length === 0

/** Commands that move, open or are often needed are on the card; maintenance, and what erases, is in the menu. A part has no menu. */
export const isUpkeep = ({ command }: Act): boolean =>
  command.per === undefined && (command.risk === 'none' || command.risk === 'erases') && !command.atHand

/** 设置音量、识别阈值 */
const setLabel = (deviceClass: DeviceClass | undefined, values: Readonly<Input>): Text => {
  const labels = Object.keys(values).map(name => deviceClass?.properties[name]?.field.label ?? [name, name])
  return labels.length
    ? [`设置${labels.map(label => label[0]).join('、')}`, `Set ${labels.map(label => lowered(label[1])).join(', ')}`]
    : SET_LABEL
}

/** 强制升起 */
export const forcedLabel = ([zh, en]: Text): Text => [`强制${zh}`, `Force: ${lowered(en)}`]

/** 常开 for a given command: the label of the choice it contained. */
export const commandLabel = (
  deviceClass: DeviceClass | undefined,
  identifier: string,
  params: Readonly<Params> | null,
): Text => {
  if (identifier === SET_PROPERTIES) return setLabel(deviceClass, params ?? {})
  const command = deviceClass?.commands[identifier]
  if (!command) return [identifier, identifier]
  if (params?.force === true) return forcedLabel(command.label)
  const chooser = Object.entries(command.input).find(([, field]) => field.kind === 'choice' && field.required)
  if (chooser && chooser[1].kind === 'choice') {
    const entry = Object.values(chooser[1].values).find(([wire]) => wire === params?.[chooser[0]])
    if (entry)
      return Object.values(chooser[1].values)[0] === entry
        ? [`恢复${entry[1]}`, `Back to ${lowered(entry[2])}`]
        : [entry[1], entry[2]]
  }
  return command.label
}
