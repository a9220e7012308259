/** The whole story of a passage, an event or a command, in order: received, decided, sent, answered, linked, called back. */
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import { endpoint } from '#server/parts.ts'
import { around } from './storyAround.server.ts'
import { storyOfCommand } from './storyCommand.server.ts'
import { storyOfEvent } from './storyEvent.server.ts'
import { storyOfPassage } from './storyPassage.server.ts'

export const story = endpoint({
  method: 'GET',
  path: '/api/insight/story',
  access: 'login',
  places: true,
  scope: 'application',
  summary: [
    '一次通行、事件或指令的经过：kind=passage|event|command、id',
    'The story of a passage, event or command: kind=passage|event|command, id',
  ],
  async run(ctx, input) {
    const kind = String(input.kind)
    const point = { passage: 'passRecord:list', event: 'deviceEvent:list', command: 'command:list' }[kind]
    if (!point || !isId(input.id)) throw new Refusal('invalid')
    if (!ctx.user.permissions.has(point)) throw new Refusal('forbidden', { point })
    const story = await (kind === 'passage' ? storyOfPassage : kind === 'event' ? storyOfEvent : storyOfCommand)(
      ctx,
      input.id,
    )
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
