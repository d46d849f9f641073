import { QueryClient } from '@tanstack/react-query'

/** Cache of server data: the only copy of checkout, user and the rest in the page. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, refetchOnReconnect: false, refetchOnMount: false },
  },
})
