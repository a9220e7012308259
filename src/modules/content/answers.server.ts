/** Answers of the operations of this module that no noun describes, for the API description. */
import { OF_THE_LINK } from '#base/labelTexts.ts'
import { answers, data, type Form } from '#server/describe/answers.ts'
import { at, count, id, many, maybe, shape, word, yes } from '#server/describe/shape.ts'

const link = { 'user*': OF_THE_LINK, 'until*': OF_THE_LINK, 'sign*': OF_THE_LINK } as const
const file: Form = {
  media: 'multipart/form-data',
  schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
}

export const contentAnswers = answers({
  'GET /api/content/picture/:id': { outside: { media: 'image/*' } },
  'doc:versions': data(many(shape({ version: count, title: word, publishedAt: at, publishedBy: word, length: count }))),
  'doc:restore': data(yes),
  'leaveMessage:handOver': data(count),
  'row leaveMessage': data(shape({ permission: shape({ handOver: yes }) })),
  'POST /api/docs/:id/helpful': data(yes),
  'docDir:merge': data(yes),
  'GET /api/docs/page': data(many(shape({ id, title: word, summary: maybe(word), inTitle: yes, excerpt: word }))),
  'GET /api/docs/tree': data(
    many(
      shape({ id, parentId: maybe(id), name: word, docs: many(shape({ id, dirId: id, title: word, summary: word })) }),
    ),
  ),
  'GET /api/docs/:id': data(
    shape({
      id,
      title: word,
      content: word,
      summary: maybe(word),
      language: word,
      version: count,
      dirId: id,
      dirName: word,
      publishedAt: at,
      helpfulCount: count,
    }),
  ),
  'GET /api/admin/sys-file/:id/content': { outside: { media: 'application/octet-stream' }, query: link },
  'GET /api/admin/sys-file/info': data(many(shape({ id: word, name: word, bytes: count })), {
    query: { 'ids*': ['文件编号，逗号分隔', 'Ids of documents, with commas'] },
  }),
  'POST /api/admin/sys-file/:id/link': data(shape({ url: word, forS: count })),
  'POST /api/admin/sys-file/upload': data(
    shape({
      bucketName: word,
      fileName: word,
      id: word,
      url: word,
      bytes: count,
      'name?': word,
      'width?': count,
      'height?': count,
    }),
    {
      body: file,
      query: {
        kind: ['portrait、image、document 或 content', 'portrait, image, document or content'],
        appId: ['文件所属的应用', 'The application that the file will belong to'],
      },
    },
  ),
  'POST /api/contact': data(yes),
})
