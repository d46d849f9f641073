import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Returns whether the device is connected to a network, also after that has changed. */
export const useIsOnline = () => useSyncExternalStore(onlineManager.subscribe, isOnline, () => true)

const isOnline = () => onlineManager.isOnline()
