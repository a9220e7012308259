/** The whole story of a passage, an event, a capture or a command, in order: received, decided, sent, answered, linked, called back. */
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import { endpoint } from '#server/parts.ts'
import { around } from './storyAround.server.ts'
import { storyOfCapture } from './storyCapture.server.ts'
import { storyOfCommand } from './storyCommand.server.ts'
import { storyOfEvent } from './storyEvent.server.ts'
import { storyOfPassage } from './storyPassage.server.ts'
import type { Story } from './storySteps.server.ts'

const STORIES: Readonly<Record<string, { point: string; read: (ctx: Ctx, id: string) => Promise<Story> }>> = {
  passage: { point: 'passRecord:list', read: storyOfPassage },
  event: { point: 'deviceEvent:list', read: storyOfEvent },
  capture: { point: 'deviceCapture:list', read: storyOfCapture },
  command: { point: 'command:list', read: storyOfCommand },
}

export const story = endpoint({
  method: 'GET',
  path: '/api/insight/story',
  access: 'login',
  places: true,
  scope: 'application',
  summary: [
    '一次通行、事件、抓拍或指令的经过：kind=passage|event|capture|command、id',
    'The story of a passage, event, capture or command: kind=passage|event|capture|command, id',
  ],
  async run(ctx, input) {
    const kind = String(input.kind)
    const found = Object.hasOwn(STORIES, kind) ? STORIES[kind] : undefined
    if (!found || !isId(input.id)) throw new Refusal('invalid')
    if (!ctx.user.permissions.has(found.point)) throw new Refusal('forbidden', { point: found.point })
    const story = await found.read(ctx, input.id)
    const { deviceId, component, personId, time } = story.subject
    return {
      mend: null,
      ...story,
      around: await around(ctx, kind, {
        ...{ id: input.id, time: String(time), deviceId: String(deviceId), component: String(component) },
        personId: typeof personId === 'string' ? personId : null,
      }),
      steps: story.steps.sort((a, b) => a.at.localeCompare(b.at)),
    }
  },
})
