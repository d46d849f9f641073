import type { ActorRefFrom } from 'xstate'
import type { transfersMachine } from '#machines/transfers.ts'

export type TransfersChart = ActorRefFrom<typeof transfersMachine>
