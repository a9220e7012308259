/** The exchanges between a device of a class and the platform, one for each thing that the class declares. */
import type { Text } from '#base/text.ts'
import type { Command, DeviceClass, EventSpec, Property } from '#model/device.ts'
import type { Input } from '#model/row.ts'
import { answerSent, answers, commandSent, replied, uplinkStep, setSent, timed } from './codec.ts'
import { EXAMPLE, slot, type Exchange, type Step, type Template } from './exchange.ts'
import { sample, sampleAll, samplePart, sampleReport } from './sample.ts'

/** Opening or moving something requires a reason, which is sent with the command. */
export const REASON = '访客'

export function reportExchange(deviceClass: DeviceClass): Exchange {
  const post = uplinkStep('event/property/post', sampleReport(deviceClass))
  return {
    key: `${deviceClass.key}.report`,
    title: ['上报属性', 'Properties are reported'],
    deviceClass: deviceClass.key,
    steps: [post, replied(post, deviceClass.key)],
  }
}

export function eventExchange(deviceClass: DeviceClass, name: string): Exchange {
  const spec: EventSpec = deviceClass.events[name]!
  const value = {
    ...(spec.per && { [deviceClass.components[spec.per]!.param]: samplePart(deviceClass, spec.per) }),
    ...sampleAll(spec.fields),
  }
  const post = uplinkStep(`event/${name}/post`, timed(value))
  const answer: Step = spec.ask
    ? answerSent(
        deviceClass,
        name,
        {
          allow: slot('allow', false),
          reason: slot('reason', 'unknownCard'),
          ...Object.fromEntries(spec.ask.answers.map(name => [name, slot(name, '未登记卡')])),
        },
        [
          `${spec.ask.withinMs} 毫秒内答复；没有答复时：${spec.ask.whenSilent[0]}`,
          `Within ${spec.ask.withinMs} ms; without an answer: ${spec.ask.whenSilent[1].toLowerCase()}`,
        ],
      )
    : replied(post, deviceClass.key)
  return { key: `${deviceClass.key}.${name}`, title: spec.label, deviceClass: deviceClass.key, steps: [post, answer] }
}

/** Commands given by people and rules; those with lists of people belong to sync (`listExchanges`). */
export const givenCommands = (deviceClass: DeviceClass): [string, Command][] =>
  Object.entries(deviceClass.commands).filter(([, command]) => command.lane === 'now')

export function commandExchange(deviceClass: DeviceClass, identifier: string): Exchange {
  const command = deviceClass.commands[identifier]!
  const component = command.per ? `${command.per}:${samplePart(deviceClass, command.per)}` : ''
  const params = {
    ...sampleAll(command.input),
    // The platform checks that it is the device's own.
    ...(command.typed ? { [command.typed]: slot('deviceName', EXAMPLE.deviceName) } : {}),
  }
  const sent = commandSent(deviceClass, {
    identifier,
    params,
    component,
    reason: command.risk === 'none' ? null : REASON,
  })
  const { proof } = command
  const proves =
    proof && uplinkStep('event/property/post', inPart(deviceClass, component, { [proof.property]: proof.is }))
  return {
    key: `${deviceClass.key}.${identifier}`,
    title: command.label,
    deviceClass: deviceClass.key,
    steps: [
      {
        kind: 'person',
        act: { kind: 'command', identifier, params, ...(component && { component }) },
        note: [
          `有人在控制台执行“${command.label[0]}”`,
          `An operator gives the command "${command.label[1]}" in the console`,
        ],
      },
      sent,
      answers(sent),
      ...(proves && proof ? [{ ...proves, note: proofNote(proof.text) }, replied(proves, deviceClass.key)] : []),
      { kind: 'outcome', outcome: { kind: 'commandDone' }, note: ['指令完成', 'The command is done'] },
    ],
  }
}
const proofNote = (text: Text): Text => [
  `${text[0]}：这次上报证明指令已执行`,
  `${text[1]}: this report proves that the command was carried out`,
]

export const settable = (deviceClass: DeviceClass): [string, Property][] =>
  Object.entries(deviceClass.properties).filter(([, property]) => property.access === 'rw')

/** Undefined for a class without writable properties. One exchange for the device and one for each kind of part. */
export function setExchanges(deviceClass: DeviceClass): Exchange[] {
  const kinds = new Set(settable(deviceClass).map(([, { per }]) => per))
  return [...kinds].map(per => {
    const component = per ? `${per}:${samplePart(deviceClass, per)}` : ''
    const values: Record<string, Template> = Object.fromEntries(
      settable(deviceClass)
        .filter(([, property]) => property.per === per)
        .map(([name, { field }]) => [name, sample(field)]),
    )
    const sent = setSent(deviceClass, component, values)
    const report = uplinkStep('event/property/post', inPart(deviceClass, component, values), {
      note: ['上报新的值，证明已生效', 'The new values are reported, which proves that they are in force'],
    })
    return {
      key: `${deviceClass.key}.set${per ? `.${per}` : ''}`,
      title: ['设置属性', 'Properties are set'],
      deviceClass: deviceClass.key,
      steps: [
        {
          kind: 'person',
          act: { kind: 'set', values: values as Input, ...(component && { component }) },
          note: ['有人在控制台设置属性', 'An operator sets properties in the console'],
        },
        sent,
        answers(sent),
        report,
        replied(report, deviceClass.key),
        { kind: 'outcome', outcome: { kind: 'commandDone' }, note: ['指令完成', 'The command is done'] },
      ],
    }
  })
}

/** Values as they are reported: those of a part inside the list of parts. */
function inPart(deviceClass: DeviceClass, component: string, values: Input): Input {
  const [kind, no] = component.split(':')
  return kind && no ? { [deviceClass.components[kind]!.list]: [{ no: Number(no), ...values }] } : values
}

/** Everything that the class declares, once. */
export const classExchanges = (deviceClass: DeviceClass): Exchange[] => [
  reportExchange(deviceClass),
  ...Object.keys(deviceClass.events).map(name => eventExchange(deviceClass, name)),
  ...givenCommands(deviceClass).map(([name]) => commandExchange(deviceClass, name)),
  ...setExchanges(deviceClass),
]
