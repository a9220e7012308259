/** The templates of the demo's customers: published, chosen by scenarios, and filled in by the school. */
import type { PublicApi } from '#simulators/PublicApi.ts'
import { findApplication } from '../buildPlace.ts'
import { school } from '../places/school.ts'
import { CLASS_TEMPLATE, HOMEROOMS, TEMPLATES } from './companies.ts'
import { postOnce } from './postOnce.ts'

/** Each belongs to a scenario, for applications that are still to come. */
export async function makeTemplates(api: PublicApi): Promise<void> {
  const scenarios = await api.get<readonly { id: string; name: string }[]>('/api/admin/scenario/tree')
  for (const { scenario, ...template } of TEMPLATES) {
    const row = await postOnce<{ id: string }>(api, '/api/admin/template', template)
    if (!row) continue
    await api.post(`/api/admin/template/${row.id}/publish`, { reason: '首次发布' })
    const of = scenarios.find(({ name }) => name === scenario)
    if (!of) continue
    const whole = await api.get<object>(`/api/admin/scenario/${of.id}`)
    const field = template.kind === 'person' ? 'personTemplateId' : 'orgTemplateId'
    await api.put('/api/admin/scenario', { ...whole, [field]: row.id })
  }
}

interface Branch {
  id: string
  name: string
  sort: number
  children?: Branch[]
}

/** The school was created before the template: it chooses it, and its classes get their teachers and rooms. */
export async function fillClasses(api: PublicApi): Promise<void> {
  const app = await findApplication(api, school)
  const { records } = await api.get<{ records: { id: string; name: string }[] }>('/api/admin/template/page?size=100')
  const template = records.find(({ name }) => name === CLASS_TEMPLATE)
  if (!app || !template) return
  const whole = await api.get<{ orgTemplateId: string | null }>(`/api/admin/application/${app.id}`)
  if (whole.orgTemplateId !== null) return
  await api.put('/api/admin/application', { ...whole, orgTemplateId: template.id })
  const grades = await api.get<readonly Branch[]>(`/api/person/organization/tree?appId=${app.id}`)
  for (const { id: parentId, children = [] } of grades)
    for (const { id, name, sort } of children) {
      const [teacher, room] = HOMEROOMS[name] ?? []
      if (teacher)
        await api.put(`/api/person/organization?appId=${app.id}`, {
          ...{ id, name, sort, parentId },
          ...{ ext_teacher: teacher, ext_room: room },
        })
    }
}
