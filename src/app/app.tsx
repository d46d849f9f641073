import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { StrictMode, useLayoutEffect, type ReactNode } from 'react'
import { Announcer } from '#src/ui/announcer.tsx'

/** What stands around every screen: the same on the page and where the shop draws it. `onShown` is called once it is shown. */
export function App({
  queryClient,
  onShown,
  children,
}: {
  queryClient: QueryClient
  onShown?: (() => void) | undefined
  children: ReactNode
}) {
  useLayoutEffect(() => onShown?.(), [onShown])
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Announcer />
        {children}
      </QueryClientProvider>
    </StrictMode>
  )
}
