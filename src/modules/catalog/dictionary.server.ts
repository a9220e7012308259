/** Dictionaries by type, for selects and programs: values and labels in the caller's language. */
import { translate } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { endpoint } from '#server/parts.ts'

export const dictionary = endpoint({
  method: 'GET',
  path: '/api/admin/dict/type/:type',
  access: 'login',
  places: true,
  scope: 'none',
  summary: ['一个字典的选项，按顺序', 'The options of a dictionary, in their order'],
  run(ctx, input) {
    const found = ctx.ports.dictionaries.get(String(input.type))
    if (!found) throw new Refusal('not_found')
    return Promise.resolve(
      found.options.map(({ value, label }, sort) => ({
        id: `${found.type}:${value}`,
        type: found.type,
        value,
        label: translate(label, ctx.language),
        description: translate(found.label, ctx.language),
        sort,
      })),
    )
  },
})

export const dictionaryList = endpoint({
  method: 'GET',
  path: '/api/admin/dict/types',
  access: 'login',
  places: true,
  scope: 'none',
  summary: ['全部字典的类型和名称', 'Every dictionary by type and name'],
  run: ctx =>
    Promise.resolve(
      [...ctx.ports.dictionaries.values()].map(({ type, label }) => ({
        value: type,
        label: translate(label, ctx.language),
      })),
    ),
})
