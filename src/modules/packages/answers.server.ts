/** Answers of the operations of this module that no noun describes, for the API description. */
import { OF_THE_LINK } from '#base/labelTexts.ts'
import { answers, data, type Form } from '#server/describe/answers.ts'
import { at, count, id, many, maybe, shape, word, yes } from '#server/describe/shape.ts'

const link = { 'until*': OF_THE_LINK, 'sign*': OF_THE_LINK } as const
const file: Form = {
  media: 'multipart/form-data',
  schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
}

export const packagesAnswers = answers({
  'apk:installs': data(
    many(
      shape({
        deviceId: id,
        sn: word,
        name: word,
        appName: word,
        online: yes,
        versionName: word,
        versionCode: count,
        at,
        id,
        stage: word,
        percent: maybe(count),
        reason: maybe(word),
      }),
    ),
  ),
  'apk:link': data(shape({ url: word, until: at })),
  'apk:push': data(shape({ commandId: id })),
  'GET /api/device/apk/:id/file': { outside: { media: 'application/vnd.android.package-archive' }, query: link },
  'GET /api/device/apk/latest': data(
    maybe(
      shape({
        packageName: word,
        versionName: word,
        versionCode: count,
        size: count,
        md5: word,
        sha256: word,
        force: yes,
        url: word,
        changelog: maybe(word),
      }),
    ),
    {
      security: [{ client: [] }],
      query: {
        'packageName*': ['应用包名', 'The package name of the app'],
        versionCode: ['终端上的版本号', 'The version on the terminal'],
      },
    },
  ),
  'POST /api/admin/apk/upload': data(shape({ id, chunkBytes: count, chunks: count })),
  'DELETE /api/admin/apk/upload/:id': data(yes),
  'POST /api/admin/apk/upload/:id/:no': data(count, { body: file }),
  'POST /api/admin/apk/upload/:id/finish': data(
    shape({
      id,
      size: count,
      sha256: word,
      md5: word,
      manifest: shape({ packageName: word, versionName: word, versionCode: count, minSdk: count }),
    }),
  ),
})
