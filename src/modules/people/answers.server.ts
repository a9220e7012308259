/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data, type OperationAnswer } from '#server/describe/answers.ts'
import { at, byName, count, id, many, maybe, named, shape, word, yes } from '#server/describe/shape.ts'

const workbook: OperationAnswer = {
  outside: { media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
}
const option = named('optionLevel')
const definition = shape({
  ...{
    key: word,
    label: word,
    labelEn: maybe(word),
    type: word,
    help: maybe(word),
    options: maybe(word),
    matches: maybe(word),
  },
  ...{ max: maybe(count), count: maybe(count), scale: maybe(count), types: maybe(many(word)) },
  ...{ wide: maybe(yes), listed: maybe(yes), unique: maybe(yes), required: maybe(yes), sensitive: maybe(yes) },
  ...{ importable: maybe(yes), searchable: maybe(yes) },
})

const ofTemplate = {
  ...workbook,
  query: { templateId: ['模板；不填为应用的模板', 'The template; default: that of the application'] as const },
}

export const peopleAnswers = answers(
  {
    'row person': data(shape({ faceReason: maybe(word) })),
    'organization:merge': data(yes),
    'person:makePin': data(shape({ pin: word })),
    'person:clearPin': data(yes),
    'GET /api/admin/personDefinition/advancedTemplateDownload': ofTemplate,
    'POST /api/admin/personDefinition/advancedTemplateDownload': ofTemplate,
    'GET /api/admin/personDefinition': data(
      shape({ templateId: maybe(id), name: maybe(word), version: count, definitions: many(definition) }),
    ),
    'GET /api/admin/personDefinition/options': data(many(option)),
    'GET /api/admin/personDefinition/generateImportTemplate': ofTemplate,
    'POST /api/admin/personDefinition/generateImportTemplate': ofTemplate,
    'organization:reveal': data(byName(maybe(word))),
    'person:reveal': data(byName(maybe(word))),
    'customTemplate:impact': data(many(shape({ key: word, label: word, what: word, rows: count, breaking: yes }))),
    'customTemplate:versions': data(
      many(shape({ version: count, fields: many(definition), publishedAt: at, publishedBy: word })),
    ),
  },
  { optionLevel: shape({ value: word, label: word, children: many(option) }) },
)
