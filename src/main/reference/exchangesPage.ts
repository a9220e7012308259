/** Complete exchanges as they are sent, one after another. */
import type { DeviceClass } from '#model/device.ts'
import { listsOf } from './allExchanges.ts'
import { commandExchange, eventExchange, givenCommands, reportExchange, setExchanges } from './classExchanges.ts'
import { clockExchange, connectExchange, outageExchange } from './commonExchanges.ts'
import { drawn, type Block, type Page, type PageContext } from './blocks.ts'
import type { Exchange } from './exchange.ts'

/** The first of each kind that some class has. */
function exampleExchanges(classes: readonly DeviceClass[]): Exchange[] {
  const first = <T>(pick: (one: DeviceClass) => T | undefined): T[] => {
    for (const one of classes) {
      const found = pick(one)
      if (found) return [found]
    }
    return []
  }
  return [
    ...first(connectExchange),
    ...first(clockExchange),
    ...first(reportExchange),
    ...first(one => {
      const name = Object.keys(one.events).find(key => one.events[key]!.record === 'passage' && !one.events[key]!.ask)
      return name ? eventExchange(one, name) : undefined
    }),
    ...first(one => {
      const name = Object.keys(one.events).find(key => one.events[key]!.ask)
      return name ? eventExchange(one, name) : undefined
    }),
    ...first(one => {
      const [name] = givenCommands(one).find(([, { proof }]) => proof) ?? []
      return name ? commandExchange(one, name) : undefined
    }),
    ...first(one => setExchanges(one)[0]),
    ...first(one => listsOf(one)[0]),
    ...first(one => listsOf(one).find(exchange => exchange.key.endsWith('.package'))),
    ...first(outageExchange),
  ]
}

export const exchangesPage = ({ translate }: PageContext, classes: readonly DeviceClass[]): Page => ({
  slug: 'exchanges',
  title: translate(['完整报文', 'Complete exchanges']),
  summary: translate([
    '连接、上报、指令、名单、升级、补传，逐条写出',
    'Connecting, reports, commands, lists, upgrades, outages, message by message',
  ]),
  blocks: [
    {
      kind: 'text',
      text: translate([
        '平台的每次测试都用真实的 MQTT 连接把这些报文逐字走一遍。示例中的编号与时间每次不同，其余照写。',
        'Every test run of the platform exchanges exactly these messages over a real MQTT connection. Ids and times differ each time, everything else is as written.',
      ]),
    },
    ...exampleExchanges(classes).flatMap((one): Block[] => [
      { kind: 'heading', text: translate(one.title) },
      ...(one.intro ? [{ kind: 'text' as const, text: translate(one.intro) }] : []),
      drawn(one, translate),
    ]),
  ],
})
