/** Parts of requests and answers that the description leaves open, each with its reason. The list may only shrink. */
import { expect, test } from 'vitest'
import { followed, isValueName, withValue } from '#base/followed.ts'
import { openapi } from '#server/http/openapi.ts'
import { parts } from '#main/wire.ts'

type Json = Record<string, any>
const document = JSON.parse(JSON.stringify(openapi(parts, ''))) as Json

/** Only a title and a description. */
const isEmpty = (schema: Json): boolean =>
  Object.keys(schema).every(key => /^(title|description|readOnly|writeOnly|default|x-.*)$/.test(key))

/** Every place below a schema that accepts anything. */
function openPlaces(reference: Json, at: string): string[] {
  const schema = withValue(document, reference)
  if (schema.$ref) return []
  if (isEmpty(schema)) return [at]
  const types = [schema.type].flat()
  const unnamed = types.includes('object') && !schema.properties && typeof schema.additionalProperties !== 'object'
  const below = [
    ...Object.entries<Json>(schema.properties ?? {}).map(([name, one]) => [one, `${at}.${name}`] as const),
    ...Object.entries<Json>(schema.patternProperties ?? {}).map(([name, one]) => [one, `${at}.${name}`] as const),
    ...(schema.items ? [[schema.items as Json, `${at}[]`] as const] : []),
    ...(typeof schema.additionalProperties === 'object'
      ? [[schema.additionalProperties as Json, `${at}.*`] as const]
      : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
      one => [one as Json, at] as const,
    ),
  ]
  return [
    ...(unnamed || schema.additionalProperties === true || (types.includes('array') && !schema.items) ? [at] : []),
    ...below.flatMap(([one, place]) => openPlaces(one, place)),
  ]
}
const inContent = (holder: Json, at: string): string[] =>
  Object.values<Json>(holder.content ?? {}).flatMap(({ schema }) => openPlaces(schema, at))

const operations: Json[] = Object.values<Json>(document.paths).flatMap(methods => Object.values<Json>(methods))
const found = [
  ...Object.entries<Json>(document.components.schemas)
    .filter(([name]) => !isValueName(name))
    .flatMap(([name, schema]) => openPlaces(schema, name)),
  ...Object.entries<Json>(document.components.responses).flatMap(([name, one]) => inContent(one, name)),
  ...operations.flatMap(({ operationId, parameters = [], requestBody = {}, responses }) => [
    ...parameters
      .map((one: Json) => followed(document, one))
      .flatMap((one: Json) => openPlaces(one.schema, `${operationId}?${one.name}`)),
    ...inContent(followed(document, requestBody), `${operationId}<`),
    ...Object.values<Json>(responses).flatMap(one => inContent(one, operationId)),
  ]),
]

const ON_PURPOSE: Readonly<Record<string, readonly string[]>> = {
  'The class of the device says what its properties, events and commands hold: the reference for makers of devices': [
    ...[
      'command.params',
      'command.data',
      'command.proof',
      'deviceOperation.params',
      'sendCommand<.params',
      'setPropertiesCommand<.values',
    ],
    ...[
      'deviceBind.shadow.*.*',
      'detailDeviceBind.data.shadow.*.*',
      'deviceEvent.params',
      'samplesCallback.data.*.data.*',
    ],
    ...['linkage.actions[].params', 'linkageNew.actions[].params', 'linkageChange.actions[].params'],
    ...['linkageRun.actions[].params.*', 'getInsightStory.data.subject.params.*'],
  ],
  'The message as the device sent it, whatever it was': ['deviceLog.content', 'deadMessage.message'],
  'The thing model of a model, as its vendor wrote it': ['detailDeviceBind.data.thingModel'],
  'The fields that a change touched, with the values before: each noun has its own': ['operLog.changes'],
  'Each kind of step shows what it was decided by': ['getInsightStory.data.steps[].detail'],
  'Web Authentication has its own format, which the browser makes and reads': [
    ...['postAuthFactor<.credential', 'postAuthPasskey<.credential', 'postAuthProof<.credential'],
    ...['postAuthFactorPasskey.data.*', 'postAuthPasskeyBegin.data.*', 'postAuthProofPasskey.data.*'],
  ],
  'What a page of the console remembers for its user': ['getUserPreference.data.*', 'putUserPreference<.value'],
  'What a refusal says besides depends on its reason': [
    ...['problems', 'unauthorized.data', 'forbidden.data', 'notFound.data', 'conflict.data', 'tooLarge.data'],
    ...['unsupportedMedia.data', 'needsMore.data', 'tooMany.data', 'failed.data', 'unavailable.data'],
  ],
}

test('nothing is left open but what is open on purpose', () => {
  expect([...found].sort()).toEqual(Object.values(ON_PURPOSE).flat().sort())
})
test('what is open on purpose only shrinks', () => {
  expect(Object.values(ON_PURPOSE).flat()).toHaveLength(39)
})
