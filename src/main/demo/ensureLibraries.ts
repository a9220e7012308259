/** Creates the libraries of faces of a customer and arms its recorders with them, through the public API; what exists stays as people left it. */
import type { PublicApi } from '#simulators/PublicApi.ts'
import type { Place } from './buildPlace.ts'
import type { Enrolled } from './enrol.ts'
import type { Key } from './keyring.ts'
import type { PlacePlan } from './places/PlacePlan.ts'

/** A library with whom its cameras may find. */
export interface PlayedLibrary {
  no: number
  people: readonly Enrolled[]
  arms: readonly { sn: string; channel: number }[]
}
interface Row {
  id: string
  no: number
  name: string
}

export async function ensureLibraries(
  api: PublicApi,
  { libraries = [], devices }: PlacePlan,
  { appId, orgs }: Place,
  people: readonly Enrolled[],
  keys: ReadonlyMap<string, Key>,
): Promise<PlayedLibrary[]> {
  const played: PlayedLibrary[] = []
  if (!libraries.length) return played
  const inApp = `appId=${appId}`
  const { records } = await api.get<{ records: Row[] }>(`/api/vision/library/page?${inApp}&size=100`)
  for (const { name, kind, urgent, persons = [], org, arms } of libraries) {
    const members = people.filter(
      ({ person }) => persons.includes(person.name) || (org !== undefined && `${person.org}/`.startsWith(`${org}/`)),
    )
    const known = records.find(row => row.name === name)
    const personIds = members.filter(({ person }) => persons.includes(person.name)).map(({ id }) => id)
    const orgIds = org === undefined ? [] : [orgs.get(org)!]
    const body = { name, kind, urgent: urgent ?? false, personIds, orgIds }
    const row = known ?? (await api.post<Row>(`/api/vision/library?${inApp}`, body))
    const armed = arms.map(({ device, ...arm }) => ({ ...arm, sn: devices.find(one => one.name === device)!.sn }))
    if (!known)
      for (const { sn, channel, threshold } of armed)
        await api.post(`/api/vision/arming?${inApp}`, {
          ...{ deviceId: keys.get(sn)!.id, channelNo: channel, libraryId: row.id, threshold },
        })
    played.push({ no: row.no, people: members.filter(({ person }) => person.portrait > 0), arms: armed })
  }
  return played
}
