import { QueryClient } from '@tanstack/react-query'

/** The cache of what the server said: the only home of the checkout, the user and the rest in the page. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, refetchOnReconnect: false, refetchOnMount: false },
  },
})
