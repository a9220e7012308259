/** Libraries of faces: people and organisations whom cameras compare with, whether they may pass anywhere or not. */
import { choice, computed, flag, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const LIBRARY_KINDS = { ordinary: [1, '普通库', 'Ordinary'], watched: [2, '重点关注', 'Watched'] } as const

export const faceLibrary = defineNoun('faceLibrary', {
  label: ['人脸库', 'Face library'],
  api: '/api/vision/library',
  table: 'vision.library',
  scope: 'application',
  name: 'name',
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 30, unique: true, find: 'contains' }),
    no: integer(['库编号', 'Number'], { by: 'system', notNull: true }),
    kind: choice(['类型', 'Kind'], LIBRARY_KINDS, {
      ...{ required: true, initial: LIBRARY_KINDS.ordinary[0], find: 'among' },
      dictionary: ['library_kind', '人脸库类型', 'Kind of a face library'],
      help: ['重点关注的人出现时产生告警', 'When somebody of a watched library is seen, an alarm opens'],
    }),
    urgent: flag(['按紧急告警', 'Urgent alarm'], {
      ...{ initial: false, notNull: true },
      help: ['只用于重点关注的库', 'Of watched libraries only'],
    }),
    personIds: ref(['人员', 'People'], 'person', { many: true, max: 500, virtual: true, ofPeople: true }),
    orgIds: ref(['组织', 'Organisations'], 'organization', {
      ...{ many: true, max: 100, virtual: true },
      help: ['其中及下级组织的人员自动入库，离开则出库', 'All who belong to them or below, as long as they do'],
    }),
    remark: text(['备注', 'Remark'], { rare: true, max: 200, lines: 3 }),
    personCount: computed(integer(['人数', 'People'])),
    deviceCount: computed(integer(['布控设备', 'Devices'])),
  },
})
export const faceLibraryLens = defineLens('faceLibrary', {
  path: '/:deviceClass/authorize',
  label: ['人脸库', 'Libraries'],
  empty: ['放入要识别的人员或组织，再布控到通道', 'Add the people to be recognised, then arm cameras with it'],
  of: 'faceLibrary',
  columns: ['name', 'kind', 'urgent', 'personCount', 'deviceCount', 'no', 'updatedAt'],
  essential: ['name', 'kind', 'personCount'],
  filters: ['name', 'kind'],
})
