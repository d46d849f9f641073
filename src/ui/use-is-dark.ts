import { useSyncExternalStore } from 'react'
import { isDark } from './is-dark.ts'

/** Returns whether the page is shown in dark colours, also after the system's choice has changed. */
export const useIsDark = () => useSyncExternalStore(onSchemeChange, isDark, () => false)

function onSchemeChange(listener: () => void) {
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', listener)
  return () => scheme.removeEventListener('change', listener)
}
