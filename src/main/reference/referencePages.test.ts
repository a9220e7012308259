/** The reference follows the definitions: everything a class declares is included, and its samples are accepted by the codec. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { defineDeviceClass } from '#model/device.ts'
import { integer } from '#model/field.ts'
import { classes } from '#main/registry.ts'
import { alinkLogin } from '#protocols/alink/guide.ts'
import { alinkCredential } from '#protocols/alink/credential.ts'
import { allExchanges } from './allExchanges.ts'
import { plainText } from './blocks.ts'
import { signedText } from './connectPage.ts'
import { EXAMPLE } from './exchange.ts'
import { referencePages } from './referencePages.ts'
import { C_SAMPLE } from './samples.ts'

const made = defineDeviceClass('synthetic', {
  label: ['合成设备', 'Synthetic devices'],
  icon: 'box',
  category: 'access',
  abilities: [
    {
      name: 'made',
      properties: { glow: { field: integer(['亮度', 'Glow'], { min: 3, max: 7 }), access: 'rw' } },
      commands: {
        blink: { label: ['闪烁', 'Blink'], input: {}, ttlS: 17, offline: 'refuse', risk: 'none', lane: 'now' },
      },
      events: { dimmed: { label: ['变暗', 'Dimmed'], level: 'info', record: 'event', fields: {} } },
    },
  ],
  protocols: ['alink'],
  pages: [],
})
const context = { host: 'h', mqttPort: 1883, mqttsPort: null }

test.each([0, 1] as const)('it describes every class, property, command and event (%s)', language => {
  const all = [...classes.values(), made]
  const pages = referencePages({ ...context, translate: text => text[language] }, all)
  for (const one of all) {
    const words = plainText(pages.find(page => page.slug === one.key)!.blocks)
    for (const name of [one.properties, one.commands, one.events].flatMap(Object.keys)) expect(words).toContain(name)
  }
  const words = plainText(pages.find(page => page.slug === 'synthetic')!.blocks)
  expect(words).toContain('3–7')
  expect(words).toContain('17 s')
  expect(allExchanges(all).map(one => one.key)).toEqual(
    expect.arrayContaining(['synthetic.report', 'synthetic.blink', 'synthetic.dimmed', 'synthetic.set']),
  )
})

test('the signature that is worked out is the one that the gateway accepts', () => {
  const { clientId, username, password } = alinkLogin(EXAMPLE)
  expect(createHmac('sha256', EXAMPLE.secret).update(signedText(EXAMPLE)).digest('hex')).toBe(password)
  expect(alinkCredential(clientId, username, Buffer.from(password))?.proves(EXAMPLE.secret)).toBe(true)
})

test('the samples sign and publish what the definitions say', () => {
  const c = C_SAMPLE.replaceAll('" PRODUCT_KEY "', 'pk').replaceAll('" DEVICE_NAME "', 'dn')
  expect(c).toContain(`"${signedText({ productKey: 'pk', deviceName: 'dn', secret: '' })}"`)
  expect(c).toContain('"/sys/pk/dn/thing/event/property/post"')
})
