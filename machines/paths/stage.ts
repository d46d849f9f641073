import { createEmptyActor, type AnyActorScope } from 'xstate'

const nobody = createEmptyActor()

/** Where a chart is asked for its next state and nothing happens; the messages that it would show are collected. */
export const stage = (messages: string[] = []): AnyActorScope => ({
  self: nobody,
  logger: () => {},
  id: '',
  sessionId: '',
  defer: () => {},
  system: nobody.system,
  stopChild: () => {},
  emit: () => {},
  actionExecutor: ({ type, params }) => {
    const text: unknown = params && 'text' in params ? params.text : undefined
    if (type.startsWith('notify') && typeof text === 'string') messages.push(text)
  },
})
