/** Documentation: folders, and documents that are written, published and withdrawn. */
import { choice, computed, instant, integer, ref, rich, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

export const docDir = defineNoun('docDir', {
  label: ['文档目录', 'Folder'],
  api: '/api/admin/docDir',
  table: 'content.doc_dir',
  scope: 'platform',
  name: 'name',
  english: { name: 'nameEn' },
  tree: { depth: 3 },
  order: ['sort', 'asc'],
  fields: {
    name: text(['目录名称', 'Name'], { required: true, max: 40, find: 'contains' }),
    nameEn: text(['英文名称', 'English name'], { max: 60 }),
    visible: choice(
      ['可见范围', 'Who sees it'],
      { all: [1, '公开', 'Everybody'], signedIn: [2, '登录可见', 'Who is signed in'] },
      { required: true },
    ),
    sort: integer(['排序', 'Order'], { rare: true, initial: 0, min: 0, max: 9999, notNull: true }),
    docCount: computed(integer(['文档数', 'Documents'])),
  },
  states: {
    state: machine(['状态', 'State'], { open: [1, '正常', 'Open'], stopped: [0, '停用', 'Stopped'] }, 'open', {
      stop: {
        from: ['open'],
        to: 'stopped',
        label: ['停用', 'Stop'],
        undo: 'start',
        danger: true,
        confirm: [
          '停用后目录及其下级的文档对读者不可见，也不能再写入新文档。',
          'Readers no longer see the folder, nor what is below it, and it takes no new documents.',
        ],
      },
      start: { from: ['stopped'], to: 'open', label: ['启用', 'Start'], undo: 'stop' },
    }),
  },
  closedIn: { state: 'state', in: ['stopped'] },
  actions: {
    merge: {
      on: 'row',
      label: ['合并', 'Merge'],
      danger: true,
      confirm: [
        '本目录的文档和下级转入所选目录，然后删除本目录，不能撤销。',
        'Its documents and folders move to the chosen folder, and it is removed. This cannot be undone.',
      ],
      input: { intoId: ref(['目标目录', 'Merge into'], 'docDir', { required: true }) },
    },
  },
})
export const sysDocsOrgLens = defineLens('sysDocsOrg', {
  path: '/systemManage/sysDocsOrg',
  label: ['文档目录', 'Folders of documents'],
  empty: ['文档按目录存放，先有目录才能写文档', 'Documents are kept in folders; a folder comes first'],
  of: 'docDir',
  layout: 'tree',
  columns: ['name', 'nameEn', 'visible', 'docCount', 'state', 'sort'],
  filters: ['name', 'state'],
})

export const doc = defineNoun('doc', {
  label: ['文档', 'Document'],
  api: '/api/admin/doc',
  table: 'content.doc',
  scope: 'platform',
  name: 'title',
  remove: 'erase',
  order: ['sort', 'asc'],
  fields: {
    title: text(['标题', 'Title'], { required: true, max: 80, find: 'contains', sort: true }),
    dirId: ref(['目录', 'Folder'], 'docDir', { required: true, find: 'among', below: 'content.doc_dir' }),
    language: choice(
      ['语言', 'Language'],
      { zh: ['zh', '中文', 'Chinese'], en: ['en', '英文', 'English'] },
      { required: true, find: 'among' },
    ),
    summary: text(['摘要', 'Summary'], { max: 200, lines: 2 }),
    keywords: text(['关键词', 'Keywords'], { max: 100 }),
    content: rich(['正文', 'Text'], { required: true, max: 200_000, pictures: true }),
    sort: integer(['排序', 'Order'], { rare: true, initial: 0, min: 0, max: 9999, sort: true, notNull: true }),
    version: integer(['版本', 'Version'], { by: 'system', notNull: true }),
    publishedAt: instant(['发布时间', 'Published'], { by: 'system', sort: true }),
    viewCount: integer(['浏览量', 'Views'], { by: 'system', sort: true, notNull: true }),
    helpfulCount: integer(['有帮助', 'Helpful'], { by: 'system', sort: true, notNull: true }),
    uselessCount: integer(['没帮助', 'Not helpful'], { by: 'system', sort: true, notNull: true }),
    /** Whether it was edited since it was published: readers still see the published version. */
    changed: computed(
      choice(['改动', 'Changes'], { none: [0, '无', 'None'], some: [1, '有未发布的改动', 'Not published yet'] }),
    ),
  },
  states: {
    state: machine(
      ['状态', 'State'],
      { draft: [0, '草稿', 'Draft'], published: [1, '已发布', 'Published'], withdrawn: [2, '已下线', 'Withdrawn'] },
      'draft',
      {
        publish: { from: ['draft', 'withdrawn', 'published'], to: 'published', label: ['发布', 'Publish'] },
        withdraw: {
          from: ['published'],
          to: 'withdrawn',
          label: ['下线', 'Withdraw'],
          danger: true,
          confirm: ['读者不能再打开，已有的链接失效', 'Readers can no longer open it, and links to it stop working'],
        },
      },
    ),
  },
  actions: {
    versions: { on: 'row', label: ['历史版本', 'Versions'], method: 'GET' },
    restore: {
      on: 'row',
      label: ['恢复版本', 'Restore a version'],
      input: { version: integer(['版本号', 'Version'], { required: true, min: 1 }) },
    },
  },
})
export const sysDocsManageLens = defineLens('sysDocsManage', {
  path: '/systemManage/sysDocsManage',
  label: ['文档管理', 'Documents'],
  empty: ['帮助与公告等文档，发布后客户可读', 'Help and notices; customers read them once published'],
  of: 'doc',
  layout: 'treeAndTable',
  columns: ['title', 'dirId', 'language', 'state', 'changed', 'version', 'updatedAt', 'viewCount', 'helpfulCount'],
  filters: ['title', 'dirId', 'language', 'state'],
  form: { first: ['title', 'dirId', 'language', 'sort'] },
})
