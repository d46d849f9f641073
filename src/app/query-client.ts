import { QueryClient } from '@tanstack/react-query'

/**
 * Cache of server data: the only copy of checkout, user and the rest in the page. It is kept while the page is open,
 * because charts and actors rely on data that no component observes.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchOnMount: false,
    },
  },
})
