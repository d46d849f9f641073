import { useSyncExternalStore } from 'react'

/** Returns whether the page draws, and not the shop: what nobody waits for does not come with the first screen. */
export const useIsTakenOver = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const never = () => () => {}
