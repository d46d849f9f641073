import { addIntegration, replayIntegration } from '@sentry/react'
import { replayRate } from './rates.ts'

let replay: ReturnType<typeof replayIntegration> | undefined
let ended: Promise<void> | undefined

/** Starts the recording of what the page looks like, or starts it again after its end [MONI-04, MONI-07]. */
export async function startReplay() {
  if (!replay) return addIntegration((replay = createReplay()))
  await ended
  // The service draws lots itself for the first recording only.
  if (Math.random() < replayRate) replay.start()
  else replay.startBuffering()
}

/** Ends the recording and forgets what was not sent. */
export function stopReplay() {
  ended = replay?.stop({ flush: false })
}

/**
 * Without texts, typed values, pictures and frames. Without worker and compression of its own, so that the recording is
 * scrubbed on its way out, and the page may start no workers from scripts.
 */
const createReplay = () =>
  replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    block: ['iframe'],
    maskAttributes: [
      'alt',
      'aria-description',
      'aria-label',
      'aria-valuetext',
      'content',
      'download',
      'label',
      'placeholder',
      'srcdoc',
      'title',
      'value',
    ],
    networkCaptureBodies: false,
    useCompression: false,
  })
