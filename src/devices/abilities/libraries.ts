/** Libraries of faces that a device stores: which camera compares with which library is one document, and whom it finds is reported. */
import { picture } from '#devices/fields/picture.ts'
import type { Ability } from '#model/device.ts'
import { integer, json, text } from '#model/field.ts'

const WORK = { input: {}, ttlS: 60, offline: 'refuse', risk: 'none', lane: 'work' } as const
const score = integer(['相似度', 'Similarity'], { min: 0, max: 100, unit: '%', example: 93 })
const captureGuid = text(['抓拍流水号', 'Guid of the capture'], { max: 64, mono: true, example: '5f0c2a9e-11' })

/** Whom a device found in a library. */
export const FACE_MATCH = 'faceMatch'
export const ARMING = 'arming'
/** How many similar captures a device names. */
export const MOST_HITS = 50

const HITS = {
  type: 'array',
  maxItems: MOST_HITS,
  items: {
    type: 'object',
    properties: { guid: { type: 'string' }, score: { type: 'integer' } },
    required: ['guid', 'score'],
  },
} as const

export const libraries: Ability = {
  name: 'libraries',
  properties: {
    faceCount: { field: integer(['库内人脸数', 'Faces']), access: 'r' },
    faceCapacity: { field: integer(['人脸容量', 'Capacity']), access: 'r' },
  },
  commands: {
    addFaces: { label: ['入库', 'Add faces'], ...WORK },
    deleteFaces: { label: ['出库', 'Remove faces'], ...WORK },
    queryFaces: {
      ...{ label: ['查询库内人脸', 'Read faces'], ...WORK },
      input: {
        page: integer(['页', 'Page'], { min: 1, max: 10000 }),
        size: integer(['每页', 'Size'], { min: 1, max: 500 }),
      },
    },
    setArming: { label: ['下发布控', 'Send arming'], ...WORK },
    getArming: { label: ['读取布控', 'Read arming'], ...WORK },
    searchFace: {
      label: ['以图搜图', 'Search by a picture'],
      input: {
        captureGuid: { ...captureGuid, required: true },
        least: integer(['最低相似度', 'Least similarity'], { min: 1, max: 100, unit: '%' }),
      },
      output: { hits: json(['相似抓拍', 'Similar captures'], { schema: HITS }) },
      ...{ ttlS: 30, offline: 'refuse', risk: 'none', lane: 'now', inert: true },
    },
  },
  events: {
    [FACE_MATCH]: {
      label: ['比对命中', 'Face matched'],
      ...{ level: 'info', record: 'event', per: 'channel' },
      fields: {
        guid: text(['流水号', 'Guid'], { max: 64, mono: true, example: '7c1d93e2-04' }),
        captureGuid,
        libId: integer(['库编号', 'Library'], { min: 1, example: 1 }),
        personId: text(['人员', 'Person'], { max: 32, example: '100001' }),
        score,
        photo: picture(['抓拍图', 'Picture']),
      },
    },
  },
  holds: [
    {
      ...{ kind: 'set', item: 'face', key: 'personId', capacity: 'faceCapacity', count: 'faceCount' },
      keeps: { rights: 1, spansADay: 1, closedDays: 0 },
      put: { command: 'addFaces', list: 'faces', max: 50 },
      remove: { command: 'deleteFaces', list: 'personIds', max: 200 },
      readBack: { command: 'queryFaces' },
    },
    {
      ...{ kind: 'document', document: ARMING },
      put: { command: 'setArming', content: 'arming', version: 'version' },
      readBack: { command: 'getArming', version: 'version' },
    },
  ],
}
